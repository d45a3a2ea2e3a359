import { execFile } from "node:child_process";
import { mkdir, realpath, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { camelCase, upperFirst } from "@proviso/manifest";
import { ResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { compareLists, type Comparison, type ListedTool } from "./compare.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
export const program = join(root, "packages/cli/bin/proviso.js");
export const compiler = join(root, "tooling/roundtrip/node_modules/typescript/bin/tsc");

export interface RoundTrip extends Comparison {
  /** What the import reported, without the next command that it suggests. */
  readonly notes: string;
}

/** Imports the tools of a list into an empty folder, and serves them from there. Throws what a step says that fails. */
export async function roundTrip(tools: readonly ListedTool[], folder: string): Promise<RoundTrip> {
  const product = "imported";
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "list.json"), JSON.stringify({ tools }));
  const { stderr } = await run(program, ["import", "list.json", "--product", product], folder);
  await run(program, ["format", "--check"], folder);
  await run(program, ["generate"], folder);
  await writeProgram(folder, product, tools);
  await linkPackages(folder);
  await run(compiler, ["-p", "."], folder);
  const notes = stderr.replace(/^next: .*\n?/m, "");
  return { ...compareLists(tools, await listServed(join(folder, "dist/list.js"))), notes };
}

/** A program that serves the project's own handlers, without their server: nothing is called. */
async function writeProgram(folder: string, product: string, tools: readonly ListedTool[]): Promise<void> {
  const required = tools.flatMap(({ execution }) => (execution?.["requirements"] ?? []) as readonly string[]);
  const resolvers = [...new Set(required)].map((name) => `${JSON.stringify(name)}: () => true`).join(", ");
  await writeFile(
    join(folder, "src/list.ts"),
    `import { memoryState } from "@proviso/server";
import { create${upperFirst(camelCase(product))}Server } from "./generated/server/index.ts";
import { handlers } from "./handlers.ts";
import { createUpstream } from "./upstream.ts";

const upstream = createUpstream({ command: ["none"] });
const app = create${upperFirst(camelCase(product))}Server({
  handlers,
  ports: () => ({ upstream }),
  requirements: { ${resolvers} },
  ...memoryState(),
});
await app.serve({ stdio: { id: "somebody", kind: "user", permissions: [] } });
`,
  );
}

/** Links the packages that an imported project installs. */
export async function linkPackages(folder: string): Promise<void> {
  const ours = ["manifest", "server", "client", "trail", "inbox"].map((part) => [
    `@proviso/${part}`,
    join(root, "packages", part),
  ]);
  const others = ["@modelcontextprotocol/client", "@modelcontextprotocol/server"].map((name) => [
    name,
    join(root, "packages/server/node_modules", name),
  ]);
  const types = ["@types/node", join(root, "tooling/roundtrip/node_modules/@types/node")];
  for (const [name = "", target = ""] of [...ours, ...others, types]) {
    const link = join(folder, "node_modules", name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(await realpath(target), link, "dir");
  }
}

/** What a server lists, all pages: the raw answers, because a client of the SDK leaves out `agencyHint` and requirements. */
async function listServed(main: string): Promise<readonly ListedTool[]> {
  const client = new Client({ name: "roundtrip", version: "1.0.0" });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [main] }));
  try {
    const tools: ListedTool[] = [];
    let cursor: string | undefined;
    do {
      const params = cursor === undefined ? {} : { cursor };
      const page = await client.request({ method: "tools/list", params }, ResultSchema);
      tools.push(...(page["tools"] as readonly ListedTool[]));
      cursor = page["nextCursor"] as string | undefined;
    } while (cursor !== undefined);
    return tools;
  } finally {
    await client.close();
  }
}

/** Runs a program with this Node.js, and returns what it printed. Throws what it said if it fails. */
export function run(
  file: string,
  args: readonly string[],
  cwd: string,
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, NO_COLOR: "1", NODE_OPTIONS: "" };
    const options = { cwd, env, maxBuffer: 100_000_000 };
    execFile(process.execPath, [file, ...args], options, (error, stdout, stderr) => {
      if (error) reject(new Error(`${args.join(" ")} failed:\n${(stdout + stderr).slice(0, 4000)}`));
      else resolve({ stdout, stderr });
    }).stdin?.end();
  });
}
