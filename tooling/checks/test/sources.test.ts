import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Construct, readSyntax } from "../src/read-syntax.ts";
import { readSources, root } from "../src/workspace.ts";

const handWritten = readSources(
  ["packages/*/{src,test,bin}/**/*.ts", "{apps,editors}/*/{src,test}/**/*.ts", "tooling/**/*.{ts,mjs}"],
  /node_modules|dist|packages\/generated|\.work/,
);

const offenders = (isWrong: (text: string, path: string) => boolean): string[] =>
  handWritten.filter((file) => isWrong(file.text, file.path)).map((file) => file.path);

const using = (construct: Construct): string[] =>
  handWritten.filter((file) => file.constructs.has(construct)).map((file) => file.path);

describe("hand-written sources", () => {
  it("are found", () => expect(handWritten.length).toBeGreaterThan(100));
  it("have no file over 400 lines", () =>
    expect(offenders((text) => text.split("\n").length > 401)).toEqual([]));
  it("have no wildcard exports", () => expect(using("wildcard export")).toEqual([]));
  it("have no enums and no namespaces", () => expect([...using("enum"), ...using("namespace")]).toEqual([]));
  it("have no `any`", () => expect(using("any")).toEqual([]));
  it("have no `!`", () => expect(using("non-null assertion")).toEqual([]));
  it("have no default exports but where a tool asks for one", () =>
    expect(using("default export").filter((path) => !/config\.(ts|mjs)$/.test(path))).toEqual([]));
  it("never skip a test, but for want of a browser, of git or of Python", () => {
    const skips = /\b(it|test|describe)(\.\w+)*\.(skip|only|todo|skipIf|runIf)\b|\{ ?skip\b|\.skip\(/;
    expect(offenders((text) => skips.test(text))).toEqual([
      "packages/cli/test/diff/git.ts",
      "packages/gateway/test/python.test.ts",
      "packages/verify/test/controls/controls.long.test.ts",
      "tooling/browser/src/browser.ts",
    ]);
  });
  it("have no file named for being a leftover", () =>
    expect(offenders((_, path) => /\/(utils?|helpers?|common|shared|misc)(\.ts|\/)/.test(path))).toEqual([]));
  it("refer to nothing beside the project", () =>
    expect(
      offenders((text, path) => !path.endsWith("sources.test.ts") && /\.\.\/shared\/[A-Z]/.test(text)),
    ).toEqual([]));
});

describe("reading a source", () => {
  it.each<[string, readonly string[]]>([
    ['import { a } from "x";', ["x"]],
    ['import type { A } from "x";', ["x"]],
    ['export type { A } from "./a.ts";', ["./a.ts"]],
    ['import "x";', ["x"]],
    ['const a = await import("x");', ["x"]],
    ['type A = import("x").A;', ["x"]],
    ['const load = lateLibrary<typeof X>("x");', ["x"]],
    ['const a = process.getBuiltinModule("node:fs");', ["node:fs"]],
    ['const a = createRequire(import.meta.url)("x");', ["x"]],
    ['const a = `import { b } from "x";`;', []],
    ['// import { b } from "x";', []],
  ])("finds what is imported in %s", (text, expected) =>
    expect(readSyntax("a.ts", text).specifiers).toEqual(expected),
  );

  it.each<[string, readonly Construct[]]>([
    ["const a = await import(name);", ["computed load"]],
    ["const a = lateLibrary(`x`);", ["computed load"]],
    ["const load = lateLibrary;", ["computed load"]],
    ['import { lateLibrary as load } from "./load-library.ts";', ["computed load"]],
    ["const a = createRequire(import.meta.url)(name);", ["computed load"]],
    ['import { lateLibrary } from "./load-library.ts";', []],
    ["const a: Map<string, any> = b;", ["any"]],
    ["const a = b as any[];", ["any"]],
    ["// any, or `any`", []],
    ["const a = b!.c;", ["non-null assertion"]],
    ["export enum A { b }", ["enum"]],
    ["namespace A { export const b = 1 }", ["namespace"]],
    ["declare global { interface A {} }", []],
    ['declare module "x" { interface A {} }', []],
    ['export * from "x";', ["wildcard export"]],
    ["export default 1;", ["default export"]],
  ])("finds the constructs in %s", (text, expected) =>
    expect([...readSyntax("a.ts", text).constructs]).toEqual(expected),
  );

  it.each<[string, readonly string[]]>([
    ["const a = Date.now();", ["Date"]],
    ["const a = new Date;", ["Date"]],
    ["const { now } = Date;", ["Date"]],
    ["const a = performance.now();", ["performance"]],
    ["const a = globalThis['Da' + 'te'].now();", ["globalThis"]],
    ["const a = Math.random();", ["Math.random"]],
    ["const { random } = Math;", ["Math.random"]],
    ["const a = Math['random']();", ["Math.random"]],
    ["const process = 1;", ["process"]],
    ["console.log(1);", ["console"]],
    ["setTimeout(a);", ["setTimeout"]],
    ["const a = import.meta.url;", ["import.meta"]],
    ["const a = { console: 1, process }.console;", ["process"]],
    ["const a: Date = new Date(text); const b = a instanceof Date ? Math.max(1) : a.process;", []],
    ["interface A { readonly process: Console }", []],
  ])("finds the impurities that %s uses", (text, expected) =>
    expect([...readSyntax("a.ts", text).impurities]).toEqual(expected),
  );

  it("refuses what it cannot read", () => expect(() => readSyntax("a.ts", "import {")).toThrow(/a\.ts/));
});

describe("dependencies", () => {
  const workspace = readFileSync(join(root, "pnpm-workspace.yaml"), "utf8");
  const catalog = /^catalog:\n((?: {2}.*\n)+)/m.exec(workspace)?.[1]?.trimEnd().split("\n") ?? [];

  it("are exact in the catalog, each with a reason", () => {
    expect(catalog.length).toBeGreaterThan(10);
    // An alias is for a second version of a package.
    const exact = /^ {2}"?[^:]+"?: (npm:\S+@)?\d+\.\d+\.\d+\S* # \S/;
    expect(catalog.filter((line) => !exact.test(line))).toEqual([]);
  });

  it("are all used", () => {
    const manifests = globSync(["{packages,apps,tooling,editors}/*/package.json", "package.json"], {
      cwd: root,
    });
    const used = manifests.map((path) => readFileSync(join(root, path), "utf8")).join("\n");
    const names = catalog.map((line) => /^ {2}"?([^":]+)"?:/.exec(line)?.[1] ?? line);
    expect(names.filter((name) => !used.includes(`"${name}": "catalog:"`))).toEqual([]);
  });

  it("come from the catalog or the workspace in every package", () => {
    const manifests = globSync(["package.json", "{packages,apps,tooling,editors}/*/package.json"], {
      cwd: root,
    });
    const strays = manifests.flatMap((path) => {
      const manifest = JSON.parse(readFileSync(join(root, path), "utf8"));
      return (
        Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
          // `vsce` reads this one itself: CONTRIBUTING says why it is there.
          .filter(([name]) => name !== "@types/vscode")
          .filter(([, version]) => version !== "catalog:" && version !== "workspace:*")
          .map(([name, version]) => `${path}: ${name} ${String(version)}`)
      );
    });
    expect(strays).toEqual([]);
  });
});
