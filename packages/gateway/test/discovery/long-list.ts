import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { compile, toManifest } from "@proviso/compiler";
import { importTools, readList } from "@proviso/compiler/import";
import type { Manifest, ToolContract } from "@proviso/manifest";
import { createEnforcingServer, type EnforcingServer, type ServerOptions } from "@proviso/server";
import { readContracts } from "../../src/index.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));

/** Public servers, of which the repository has the names and schemas of their tools. */
const servers = ["filesystem", "github", "memory", "mongodb", "notion", "playwright", "stripe", "supabase"];

/** The sample's contracts, and drafts of those of eight public servers: more than 300 tools. */
export async function longList(): Promise<readonly ToolContract[]> {
  const sample = await readContracts(`${root}contracts`, "backoffice");
  const tools = [
    ...sample.tools.filter(({ riskLevel }) => riskLevel !== "forbidden"),
    ...servers.flatMap(importedTools),
  ];
  return tools.map(({ wireName: _, reconcile: __, ...tool }) => tool);
}

function importedTools(name: string): readonly ToolContract[] {
  const path = `${root}packages/compiler/test/import/fixtures/${name}.json`;
  const list = readList(JSON.parse(readFileSync(path, "utf8")));
  const { contracts } = importTools({
    tools: list?.tools ?? [],
    product: name,
    domain: name,
    isOneDomain: true,
  });
  const { model } = compile(contracts);
  return model ? toManifest(model, { product: name, wireNames: "underscore" }).tools : [];
}

/** A server whose tools do nothing. */
export function serverOf(
  tools: readonly ToolContract[],
  visible?: ServerOptions<unknown>["visible"],
): EnforcingServer {
  const manifest: Manifest = { format: 1, product: "long", wireNames: "underscore", permissions: {}, tools };
  const handler = async () => ({});
  const handlers = Object.fromEntries(
    tools.map(({ name, dryRun }) => [name, dryRun ? { plan: handler, execute: handler } : handler]),
  );
  const required = tools.flatMap(({ requirements }) => requirements);
  return createEnforcingServer<unknown>({
    manifest,
    handlers: handlers as never,
    requirements: Object.fromEntries(required.map((name) => [name, () => true])),
    onFault: () => {},
    ...(visible && { visible }),
  });
}
