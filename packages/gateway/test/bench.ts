import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { ElicitRequestSchema, type ClientCapabilities } from "@modelcontextprotocol/sdk/types.js";
import { isObject, type JsonObject } from "@proviso/manifest";
import { memoryState, type DurableState } from "@proviso/server";
import {
  openGateway,
  type Gateway,
  type GatewayOptions,
  type UpstreamSettings,
  type UpstreamSource,
} from "../src/index.ts";

/** A gateway in front of one upstream, or of several. */
export type OneUpstream = Partial<GatewayOptions & UpstreamSettings> & { source: UpstreamSource };

/** Things of one test, which are put away when it ends. */
export interface Bench extends AsyncDisposable {
  folder: string;
  reported: string[];
  open(options: OneUpstream): Promise<Gateway>;
  /** A host behind the gateway. */
  host(gateway: Gateway, options?: HostOptions): Promise<Client>;
  /** A host that starts the upstream itself. */
  direct(source: UpstreamSource, options?: HostOptions): Promise<Client>;
}

export interface HostOptions {
  capabilities?: ClientCapabilities;
  /** Answers questions; each is noted. */
  answer?: (question: { message: string; params: JsonObject }) => JsonObject;
  prepare?: (client: Client) => void;
}

export const yes = (): JsonObject => ({ action: "accept", content: { confirm: true } });

export function openBench(): Bench {
  const folder = mkdtempSync(join(tmpdir(), "gateway-"));
  const closing: (() => Promise<unknown>)[] = [];
  const reported: string[] = [];
  const connect = async (
    transport: Parameters<Client["connect"]>[0],
    { answer, capabilities = {}, prepare }: HostOptions,
  ): Promise<Client> => {
    const client = new Client(
      { name: "host", version: "1" },
      { capabilities: { ...(answer && { elicitation: { form: {} } }), ...capabilities } },
    );
    if (answer)
      client.setRequestHandler(
        ElicitRequestSchema,
        ({ params }) => answer({ message: params.message, params: params as JsonObject }) as never,
      );
    prepare?.(client);
    await client.connect(transport);
    closing.unshift(() => client.close());
    return client;
  };
  return {
    folder,
    reported,
    async open({ source, upstreams, ...options }) {
      const { contracts, unlisted, trustsHints, outputs, meets, reads, budgets, ...rest } = options;
      const given = { contracts, unlisted, trustsHints, outputs, meets, reads, budgets };
      const settings = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
      const gateway = await openGateway({
        name: "test",
        state: memoryState() as DurableState,
        report: (line) => void reported.push(line),
        upstreams: upstreams ?? [{ name: "test", source, ...settings }],
        ...rest,
      });
      closing.unshift(() => gateway.close());
      return gateway;
    },
    async host(gateway, options = {}) {
      const [near, far] = InMemoryTransport.createLinkedPair();
      const [connected] = await Promise.all([connect(near, options), gateway.connect(far as never)]);
      return connected;
    },
    direct(source, options = {}) {
      if ("url" in source) throw new TypeError("a command");
      const { command, args } = source;
      return connect(new StdioClientTransport({ command, args: [...args], stderr: "ignore" }), options);
    },
    async [Symbol.asyncDispose]() {
      for (const close of closing) await close();
      // A program that was told to end may write its last file meanwhile.
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    },
  };
}

/** What a scripted server lists and answers; see `servers/scripted.mjs`. */
export interface Script {
  initialize?: JsonObject;
  tools?: readonly JsonObject[];
  pages?: readonly (readonly JsonObject[])[];
  cursor?: number;
  calls?: Readonly<Record<string, readonly JsonObject[]>>;
}

export interface Scripted {
  source: UpstreamSource;
  rewrite(script: Script): void;
  /** The messages that the server has received. */
  received(): readonly JsonObject[];
  /** The arguments of the calls that arrived. */
  calls(): readonly (readonly [name: string, input: unknown])[];
}

export function scripted(folder: string, script: Script): Scripted {
  const [file, log] = [join(folder, "script.json"), join(folder, "received.jsonl")];
  const rewrite = (next: Script): void => writeFileSync(file, JSON.stringify(next));
  rewrite(script);
  writeFileSync(log, "");
  const received = (): readonly JsonObject[] =>
    readFileSync(log, "utf8")
      .split("\n")
      .flatMap((line) => (line === "" ? [] : [JSON.parse(line) as JsonObject]));
  return {
    source: { command: process.execPath, args: [serverFile("scripted.mjs"), file, log] },
    rewrite,
    received,
    calls: () =>
      received().flatMap(({ method, params }) =>
        method === "tools/call" && isObject(params)
          ? [[String(params["name"]), params["arguments"]] as const]
          : [],
      ),
  };
}

export function serverFile(name: string): string {
  return fileURLToPath(new URL(`servers/${name}`, import.meta.url));
}

/** A tool of any server, with a text as its only argument. */
export function textTool(name: string, more: JsonObject = {}): JsonObject & { name: string } {
  return {
    name,
    description: `The tool ${name}.`,
    inputSchema: { type: "object", properties: { text: { type: "string" } } },
    ...more,
  };
}

export function everything(): UpstreamSource {
  const file = fileURLToPath(import.meta.resolve("@modelcontextprotocol/server-everything/package.json"));
  return { command: process.execPath, args: [join(file, "..", "dist", "index.js")] };
}

export function filesystem(folder: string): UpstreamSource {
  const file = fileURLToPath(import.meta.resolve("@modelcontextprotocol/server-filesystem/package.json"));
  return { command: process.execPath, args: [join(file, "..", "dist", "index.js"), folder] };
}

/** A value without `_meta` of the gateway's, and the texts of its first block. */
export function withoutNotes(result: unknown): unknown {
  const { _meta, ...rest } = result as JsonObject;
  const meta = Object.fromEntries(
    Object.entries(isObject(_meta) ? _meta : {}).filter(([key]) => !key.startsWith("dev.proviso/")),
  );
  return Object.keys(meta).length > 0 ? { ...rest, _meta: meta } : rest;
}

export function textOf(result: unknown): string {
  const [block] = (result as { content: { text: string }[] }).content;
  return block?.text ?? "";
}
