import { execFileSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { emitAll, modelOf } from "./emit-all.ts";
import { readScenarios } from "./scenario.ts";

const packageFolder = join(import.meta.dirname, "..");
const contractsFolder = join(packageFolder, "../../contracts");
const ports = "export interface Ports { readonly log: (text: string) => void }\n";
const compilerOptions = {
  target: "es2023",
  lib: ["es2023"],
  module: "nodenext",
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  verbatimModuleSyntax: true,
  isolatedDeclarations: true,
  erasableSyntaxOnly: true,
  declaration: true,
  noUnusedLocals: true,
  allowImportingTsExtensions: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
};

// Inside the package, so that the emitted code finds the real runtimes; in `.work`, which every check leaves out.
let folder = "";
beforeAll(() => {
  mkdirSync(join(packageFolder, ".work"), { recursive: true });
  folder = mkdtempSync(join(packageFolder, ".work/emitted-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(path: string, text: string): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** What the compiler of TypeScript 7 says, nothing if it is content. */
function tsc(...args: readonly string[]): string {
  try {
    return execFileSync(process.execPath, [join(packageFolder, "node_modules/typescript/bin/tsc"), ...args], {
      cwd: folder,
      encoding: "utf8",
    });
  } catch (error) {
    return String((error as { readonly stdout?: unknown }).stdout);
  }
}

test("everything emitted for the scenarios type-checks against the runtimes", async () => {
  const paths: Record<string, string[]> = {};
  for (const [index, scenario] of readScenarios().entries()) {
    const at = `scenario-${index}`;
    const files = await emitAll(modelOf(scenario.contracts), `@${at}`);
    const usages = [...scenario.usages].map(
      ([path, text]) => [path, text.replaceAll("@shop/", `@${at}/`)] as const,
    );
    for (const [path, text] of [...files, ...usages]) if (path.endsWith(".ts")) write(`${at}/${path}`, text);
    write(`${at}/ports.ts`, ports);
    for (const name of ["server", "client"]) {
      paths[`@${at}/${name}`] = [`./${at}/${name}/src/index.ts`];
      paths[`@${at}/${name}/*`] = [`./${at}/${name}/src/*.ts`];
    }
  }
  write(
    "tsconfig.json",
    JSON.stringify({ compilerOptions: { ...compilerOptions, paths }, include: ["scenario-*/**/*"] }),
  );
  expect(tsc("-p", ".")).toBe("");
}, 120_000);

test.runIf(existsSync(contractsFolder))(
  "the packages emitted for this repository's contracts build as they are, and the stubs fit them",
  async () => {
    const sources = globSync("*.yaml", { cwd: contractsFolder })
      .toSorted()
      .map((name) => ({
        path: `contracts/${name}`,
        text: readFileSync(join(contractsFolder, name), "utf8"),
      }));
    const files = await emitAll(modelOf(sources));
    for (const [path, text] of files) if (/^(server|client|handlers)\//.test(path)) write(path, text);
    expect(tsc("-b", "server", "client")).toBe("");

    write("ports.ts", ports);
    const paths = { "@shop/server": ["./server/dist/index.d.ts"] };
    write(
      "tsconfig.json",
      JSON.stringify({ compilerOptions: { ...compilerOptions, paths }, include: ["handlers"] }),
    );
    expect(tsc("-p", ".")).toBe("");
  },
  120_000,
);
