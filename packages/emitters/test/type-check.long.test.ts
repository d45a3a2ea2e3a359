import { mkdirSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Manifest } from "@proviso/manifest";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { pieceOf } from "../../../tooling/piece-of.ts";
import { backoffice } from "./backoffice.ts";
import { emitAll, modelOf } from "./emit-all.ts";
import { compilerOptions, createEmittedFolder, type EmittedFolder, ports } from "./emitted-folder.ts";
import { readScenarios } from "./scenario.ts";

let emitted: EmittedFolder;
beforeAll(() => {
  emitted = createEmittedFolder();
});
afterAll(() => emitted.remove());

test("everything emitted for the scenarios type-checks against the runtimes", async () => {
  const paths: Record<string, string[]> = {};
  for (const [index, scenario] of readScenarios().entries()) {
    const at = `scenario-${index}`;
    const files = await emitAll(modelOf(scenario.contracts), { scope: `@${at}` });
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
});

const strictest = {
  target: "es2023",
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitReturns: true,
  noImplicitOverride: true,
  noUnusedLocals: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  isolatedDeclarations: true,
  erasableSyntaxOnly: true,
  declaration: true,
  skipLibCheck: true,
  types: [],
  rootDir: "src",
  outDir: "dist",
};

/** The packages that folders are emitted into: the ending of relative imports, the package, its compiler options. */
const hosts = [
  [".js", { type: "module" }, { module: "nodenext" }],
  [".ts", { type: "module" }, { module: "nodenext", rewriteRelativeImportExtensions: true }],
  ["", { type: "module" }, { module: "preserve", moduleResolution: "bundler" }],
  [".js", {}, { module: "nodenext", verbatimModuleSyntax: false }],
] as const;

test.each(pieceOf(hosts, 2))(
  "folders with imports that end in %j compile in a package %j with %j, in TypeScript 5.9 and 7",
  async (importEnding, packageJson, options) => {
    const host = createEmittedFolder();
    onTestFinished(() => host.remove());
    const files = await emitAll(backoffice(), { layout: "folders", importEnding });
    for (const [path, text] of files) if (path.endsWith(".ts")) host.write(`src/${path}`, text);
    host.write("src/ports.ts", ports);
    host.write("package.json", JSON.stringify(packageJson));
    const settings = { compilerOptions: { ...strictest, ...options }, include: ["src"] };
    host.write("tsconfig.json", JSON.stringify(settings));
    for (const release of ["typescript-floor", "typescript"] as const)
      expect(host.tscOf(release, "-p", ".")).toBe("");
    if (importEnding === "") return;
    // The contracts are in what the compiler wrote, and Node.js loads them.
    const built = createRequire(import.meta.url)(join(host.path, "dist/schemas/index.js")) as {
      readonly manifest: Manifest;
    };
    expect(built.manifest.tools.length).toBeGreaterThan(10);
  },
);

test("the packages emitted for this repository's contracts build as they are with TypeScript 5.9 and 7, and the stubs fit them", async () => {
  const files = await emitAll(backoffice());
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
});
