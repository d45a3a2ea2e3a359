import { globSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { emitAll, modelOf } from "./emit-all.ts";
import { compilerOptions, createEmittedFolder, type EmittedFolder, ports } from "./emitted-folder.ts";
import { readScenarios } from "./scenario.ts";

const contractsFolder = join(import.meta.dirname, "../../../contracts");

let emitted: EmittedFolder;
beforeAll(() => {
  emitted = createEmittedFolder();
});
afterAll(() => emitted.remove());

test("everything emitted for the scenarios type-checks against the runtimes", async () => {
  const paths: Record<string, string[]> = {};
  for (const [index, scenario] of readScenarios().entries()) {
    const at = `scenario-${index}`;
    const files = await emitAll(modelOf(scenario.contracts), `@${at}`);
    const usages = [...scenario.usages].map(
      ([path, text]) => [path, text.replaceAll("@shop/", `@${at}/`)] as const,
    );
    for (const [path, text] of [...files, ...usages])
      if (/\.ts$|manifest\//.test(path)) emitted.write(`${at}/${path}`, text);
    emitted.write(`${at}/ports.ts`, ports);
    for (const name of ["schemas", "server", "client"]) {
      paths[`@${at}/${name}`] = [`./${at}/${name}/src/index.ts`];
      paths[`@${at}/${name}/*`] = [`./${at}/${name}/src/*.ts`];
    }
  }
  emitted.write(
    "tsconfig.json",
    JSON.stringify({ compilerOptions: { ...compilerOptions, paths }, include: ["scenario-*/**/*"] }),
  );
  expect(emitted.tsc("-p", ".")).toBe("");
}, 120_000);

test("the packages emitted for this repository's contracts build as they are with TypeScript 5.9 and 7, and the stubs fit them", async () => {
  const sources = globSync("*.yaml", { cwd: contractsFolder })
    .toSorted()
    .map((name) => ({
      path: `contracts/${name}`,
      text: readFileSync(join(contractsFolder, name), "utf8"),
    }));
  const files = await emitAll(modelOf(sources));
  for (const [path, text] of files)
    if (/^(schemas|server|client|handlers)\//.test(path)) emitted.write(path, text);
  // As a package manager links the packages of a workspace.
  mkdirSync(join(emitted.path, "node_modules/@shop"), { recursive: true });
  symlinkSync("../../schemas", join(emitted.path, "node_modules/@shop/schemas"));
  for (const release of ["typescript-floor", "typescript"] as const) {
    expect(emitted.tscOf(release, "--version")).toMatch(
      release === "typescript" ? /^Version 7\./ : /^Version 5\.9\./,
    );
    expect(emitted.tscOf(release, "-b", "schemas", "--force")).toBe("");
    expect(emitted.tscOf(release, "-b", "server", "client", "--force")).toBe("");
  }

  emitted.write("ports.ts", ports);
  const paths = { "@shop/server": ["./server/dist/index.d.ts"] };
  emitted.write(
    "tsconfig.json",
    JSON.stringify({ compilerOptions: { ...compilerOptions, paths }, include: ["handlers"] }),
  );
  expect(emitted.tsc("-p", ".")).toBe("");
}, 120_000);
