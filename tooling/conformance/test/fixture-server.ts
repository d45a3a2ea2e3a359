import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { compile, toManifest } from "@proviso/compiler";
import {
  createEnforcingServer,
  type HandlerTable,
  type Manifest,
  type Principal,
} from "@proviso/server/codegen1";
import { serveHttp } from "@proviso/server/mcp";

const contracts = new URL("../contracts/", import.meta.url);

function manifestOfContracts(): Manifest {
  const sources = readdirSync(contracts).map((path) => ({
    path,
    text: readFileSync(new URL(path, contracts), "utf8"),
  }));
  const { model, diagnostics } = compile(sources);
  if (!model) throw new Error(diagnostics.map(({ code, message }) => `${code}: ${message}`).join("\n"));
  return toManifest(model, { product: "conformance", wireNames: "underscore" });
}

interface Context {
  readonly progress: (progress: { readonly progress: number; readonly total: number }) => void;
  readonly fail: { readonly intended: (message: string) => Error };
}

const simple = (): object => ({ text: "This is a simple text response for testing." });

const text = { type: "text", text: "Blocks of three kinds." };
/** One red pixel. */
const image = {
  type: "image",
  data: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==",
  mimeType: "image/png",
};
/** A header and no sample. */
const audio = {
  type: "audio",
  data: "UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=",
  mimeType: "audio/wav",
};
const resource = {
  type: "resource",
  resource: { uri: "test://resource", mimeType: "text/plain", text: "A resource." },
};

const special: Readonly<Record<string, (input: never, context: Context) => object | Promise<object>>> = {
  "test.error_handling": (_, { fail }) => {
    throw fail.intended("This tool intentionally returns an error for testing");
  },
  "test.image_content": () => ({ content: [image] }),
  "test.audio_content": () => ({ content: [audio] }),
  "test.embedded_resource": () => ({ content: [resource] }),
  "test.multiple_content_types": () => ({ content: [text, image, resource] }),
  "test.tool_with_progress": async (_, { progress }) => {
    for (const done of [0, 50, 100]) {
      progress({ progress: done, total: 100 });
      await pause(50); // the scenario asks for it
    }
    return simple();
  },
};

const everybody: Principal = { id: "conformance", kind: "agent", permissions: ["test:call"] };

export interface FixtureServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves the contracts of this package through one of the SDKs, to any caller. */
export async function serveFixture(sdk: 1 | 2): Promise<FixtureServer> {
  const manifest = manifestOfContracts();
  const handlers = Object.fromEntries(manifest.tools.map(({ name }) => [name, special[name] ?? simple]));
  const server = createEnforcingServer({
    manifest,
    handlers: handlers as unknown as HandlerTable<object>,
  });
  const allowedOrigins: string[] = [];
  const { url, close } = await serveHttp(server, {
    sdk,
    port: 0,
    serverInfo: { name: "conformance", version: "1.0.0" },
    authenticate: async () => everybody,
    allowedOrigins,
  });
  allowedOrigins.push(new URL(url).origin); // a scenario comes from there, and from elsewhere
  return {
    url,
    close: async () => {
      await close();
      await server.close();
    },
  };
}
