import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { resolveImport, root, type SourceFile, sources } from "../src/workspace.ts";

/**
 * Packages with rooms: the root of `src/` holds only the modules that `package.json` exports or imports, and no folders import
 * each other in a circle.
 */
const roomed = [
  "packages/server",
  "packages/trail",
  "packages/inbox",
  "packages/gateway",
  "packages/dbos",
  "packages/replay",
  "packages/codemode",
  "packages/changes",
  "packages/prove",
  "packages/verify",
  "packages/compiler",
  "packages/emitters",
  "packages/manifest",
  "packages/terminal",
  "packages/client",
  "packages/cli",
  "packages/language-server",
  "packages/site",
  "apps/sample-server",
  "apps/sample-client",
  "apps/sample-web",
];

describe.each(roomed)("the rooms of %s", (folder) => {
  const files = sources(folder);

  it("leave only entry points in the root of `src`", () => {
    const { exports, imports } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
    const entries = Object.values<unknown>({ ...exports, ...imports }).flatMap((entry) =>
      typeof entry === "object" && entry !== null && "default" in entry ? [String(entry.default)] : [],
    );
    const allowed = new Set(entries.map((built) => /([^/]+)\.js$/.exec(built)?.[1]));
    const loose = files.filter(({ path }) => dirname(path) === `${folder}/src`);
    expect(loose.filter(({ path }) => !allowed.has(/([^/]+)\.ts$/.exec(path)?.[1]))).toEqual([]);
  });

  it("import each other in no circle", () => expect(circles(files, `${folder}/src`)).toEqual([]));
});

describe("circles between folders", () => {
  it("are found where the files have none", () => {
    const file = (path: string, ...specifiers: string[]): SourceFile => ({
      path,
      text: "",
      specifiers,
      loads: [],
      builtins: [],
      impurities: new Set(),
      constructs: new Set(),
    });
    const files = [file("src/a/x.ts", "../b/y.ts"), file("src/b/y.ts"), file("src/b/z.ts", "../a/w.ts")];
    expect(circles([...files, file("src/a/w.ts")], "src")).toEqual(["a -> b", "b -> a"]);
    expect(circles(files.slice(0, 2), "src")).toEqual([]);
  });
});

/** The imports between folders that form a circle; entry points are in no folder. */
function circles(files: readonly SourceFile[], src: string): string[] {
  const arrows = new Map<string, Set<string>>();
  for (const file of files)
    for (const specifier of file.specifiers.filter((each) => each.startsWith("."))) {
      const [from, to] = [file.path, resolveImport(file, specifier)].map((path) => dirname(path));
      if (from === undefined || to === undefined || from === to || from === src) continue;
      arrows.set(from, (arrows.get(from) ?? new Set()).add(to));
    }
  const reachable = (from: string): Set<string> => {
    const seen = new Set<string>(arrows.get(from));
    for (const folder of seen) for (const next of arrows.get(folder) ?? []) seen.add(next);
    return seen;
  };
  const name = (path: string): string => path.slice(src.length + 1);
  return [...arrows]
    .flatMap(([from, targets]) =>
      [...targets].filter((to) => reachable(to).has(from)).map((to) => `${name(from)} -> ${name(to)}`),
    )
    .toSorted();
}
