import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { camelCase, upperFirst } from "@proviso/manifest";
import { ResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { compareLists, type Comparison, type ListedTool } from "./compare.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const program = join(root, "packages/cli/bin/proviso.js");
const compiler = join(root, "tooling/roundtrip/node_modules/typescript/bin/tsc");

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
  await run(program, ["check"], folder);
  await run(program, ["format", "--check"], folder);
  await run(program, ["generate"], folder);
  await writeProgram(folder, product, tools);
  await linkPackages(folder, product);
  for (const part of ["generated/schemas", "generated/server", "generated/client", "."])
    await run(compiler, ["-p", part], folder);
  const notes = stderr.replace(/^next: .*\n?/m, "");
  return { ...compareLists(tools, await listServed(join(folder, "dist/main.js"))), notes };
}

/** The program of a user: it serves the handlers that were written for it. */
async function writeProgram(folder: string, product: string, tools: readonly ListedTool[]): Promise<void> {
  const files = await readdir(join(folder, "src/handlers"));
  const domains = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(folder, "src/handlers", file), "utf8");
      return { file, name: /export const (\w+):/.exec(text)?.[1] ?? "" };
    }),
  );
  // A name that JavaScript keeps for itself has another one in the file.
  const handlers = domains.map(({ name }, index) => `${name.replace(/_$/, "")}: handlers${index}`).join(", ");
  const imports = domains.map(
    ({ file, name }, index) => `import { ${name} as handlers${index} } from "./handlers/${file}";`,
  );
  const required = tools.flatMap(({ execution }) => (execution?.["requirements"] ?? []) as readonly string[]);
  const resolvers = [...new Set(required)].map((name) => `${JSON.stringify(name)}: () => true`).join(", ");
  await writeFile(join(folder, "src/ports.ts"), "export type Ports = object;\n");
  await writeFile(
    join(folder, "src/main.ts"),
    `${imports.join("\n")}
import { create${upperFirst(camelCase(product))}Server } from "@${product}/server";
import "@${product}/client";
import { memoryState } from "@proviso/server";

const app = create${upperFirst(camelCase(product))}Server({
  handlers: { ${handlers} },${resolvers && `\n  requirements: { ${resolvers} },`}
  ...memoryState(),
});
await app.serve({ stdio: { id: "somebody", kind: "user", permissions: [] } });
`,
  );
  const options = {
    target: "es2023",
    module: "nodenext",
    strict: true,
    skipLibCheck: true,
    rewriteRelativeImportExtensions: true,
    types: [],
    rootDir: "src",
    outDir: "dist",
  };
  await writeFile(
    join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions: options, include: ["src"] }),
  );
  await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
}

async function linkPackages(folder: string, product: string): Promise<void> {
  const generated = ["schemas", "server", "client"].map((part) => [
    `@${product}/${part}`,
    join(folder, "generated", part),
  ]);
  const ours = ["manifest", "server", "client"].map((part) => [
    `@proviso/${part}`,
    join(root, "packages", part),
  ]);
  for (const [name = "", target = ""] of [...generated, ...ours]) {
    const link = join(folder, "node_modules", name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(target, link, "dir");
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

function run(file: string, args: readonly string[], cwd: string): Promise<{ readonly stderr: string }> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, NO_COLOR: "1", NODE_OPTIONS: "" };
    const options = { cwd, env, maxBuffer: 100_000_000 };
    execFile(process.execPath, [file, ...args], options, (error, stdout, stderr) => {
      if (error) reject(new Error(`${args.join(" ")} failed:\n${(stdout + stderr).slice(0, 4000)}`));
      else resolve({ stderr });
    }).stdin?.end();
  });
}
