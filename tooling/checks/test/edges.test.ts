import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { allowedEdges, singleImporters } from "../src/allowed-edges.ts";
import { packageOf, packages, resolveImport, root, type SourceFile, sources } from "../src/workspace.ts";

const nothing = { loads: [], builtins: [], impurities: new Set<never>(), constructs: new Set<never>() };
const all = packages();
const names = new Set(all.map((entry) => entry.name));
/** Has for a page what `late-library.ts` loads by name. */
const lateInPage = "packages/compiler/src/platform/late-library-in-page.ts";

describe("package edges", () => {
  it("knows every package of the workspace", () => {
    expect([...names].toSorted()).toEqual(Object.keys(allowedEdges).toSorted());
  });

  it("allows no cycle between packages", () => {
    const files = Object.entries(allowedEdges).map(([name, edges]) => ({
      path: name,
      text: "",
      specifiers: edges.map((edge) => `./${edge}`),
      ...nothing,
    }));
    expect(findCycle(files)).toEqual([]);
  });

  it.each(all)("$name declares only the edges it may have", ({ name, dependencies }) => {
    const own = dependencies.filter((dependency) => names.has(dependency));
    expect(own.filter((dependency) => !allowedEdges[name]?.includes(dependency))).toEqual([]);
  });

  it.each(all)("$name imports only packages that it declares", ({ name, folder, dependencies }) => {
    const outside = sources(folder).flatMap((file) =>
      file.specifiers
        .filter((specifier) => !/^(?:[.#]|node:|astro:|virtual:)/.test(specifier))
        .filter((specifier) => packageOf(specifier) !== name && !dependencies.includes(packageOf(specifier)))
        .map((specifier) => `${file.path}: ${specifier}`),
    );
    expect(outside).toEqual([]);
  });

  it.each(all)("$name has no import that leaves its folder by a path", ({ folder }) => {
    const inside = [`${folder}/src/`, `${folder}/manifest/`];
    const leaving = sources(folder).flatMap((file) =>
      file.specifiers
        .filter((specifier) => specifier.startsWith("."))
        .filter((specifier) => !inside.some((place) => resolveImport(file, specifier).startsWith(place)))
        .map((specifier) => `${file.path}: ${specifier}`),
    );
    expect(leaving).toEqual([]);
  });

  it("lets the sample client start the sample server, not import it", () => {
    const importing = sources("apps/sample-client").filter((file) =>
      file.specifiers.some((s) => packageOf(s) === "backoffice-server"),
    );
    expect(importing.map((file) => file.path)).toEqual([]);
  });

  it("generated/schemas imports one versioned subpath of the manifest, and nothing else", () => {
    const outside = sources("packages/generated/schemas").flatMap((file) =>
      file.specifiers.filter((s) => !s.startsWith(".")),
    );
    expect([...new Set(outside)]).toEqual(["@proviso/manifest/codegen1"]);
  });

  it.each(["server", "client"])(
    "generated/%s imports one versioned subpath of its runtime, the generated types, and nothing else",
    (side) => {
      const outside = sources(`packages/generated/${side}`).flatMap((file) =>
        file.specifiers.filter((s) => !s.startsWith(".")),
      );
      expect([...new Set(outside)].toSorted()).toEqual(["@backoffice/schemas", `@proviso/${side}/codegen1`]);
    },
  );
});

describe("tests run sources", () => {
  const source = "@proviso/source";

  /** Entries of `exports` and `imports` that are built. */
  const built = all
    .filter(({ folder }) => !folder.startsWith("packages/generated/"))
    .flatMap(({ folder }) => {
      const manifest = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
      const entries = Object.entries<unknown>({ ...manifest.exports, ...manifest.imports });
      return entries.map(([name, target]) => ({ folder, name, target }));
    })
    .filter(({ target }) => JSON.stringify(target).includes("./dist/"));

  it.each(built)("of $name of $folder, which the condition names first", ({ folder, target }) => {
    const [[condition, path] = []] = Object.entries(target ?? {});
    expect(condition).toBe(source);
    expect(existsSync(join(root, folder, String(path)))).toBe(true);
  });

  it("in every package, by the same configuration", () => {
    const tested = globSync("{packages,apps,tooling,editors}/*/package.json", { cwd: root }).filter((path) =>
      readFileSync(join(root, path), "utf8").includes('"test":'),
    );
    const own = tested.filter((path) => {
      const config = join(root, dirname(path), "vitest.config.ts");
      return (
        !existsSync(config) ||
        !/^export default config(?:(?:OfMany)?;$|OfManyBut\()/m.test(readFileSync(config, "utf8"))
      );
    });
    expect(own).toEqual([]);
  });
});

describe("one file speaks to each library", () => {
  it.each(singleImporters)("$library in $in", ({ library, in: folder }) => {
    const importing = all
      .filter((entry) => (folder ? entry.folder === folder : entry.folder.startsWith("packages/")))
      .flatMap((entry) => sources(entry.folder))
      .filter(({ path }) => path !== lateInPage)
      .filter((file) => file.specifiers.some((specifier) => packageOf(specifier) === library));
    expect(importing.map((file) => file.path)).toHaveLength(1);
  });
});

/** The allowed impurities of the compile side. */
const mayHave: Readonly<Record<string, readonly string[]>> = {
  // Libraries that most runs do not need are loaded late. A page gets `late-library-in-page.ts` instead.
  "packages/compiler/src/platform/late-library.ts": [
    "computed load",
    "import.meta",
    "require",
    "node:module createRequire",
  ],
  [lateInPage]: ["computed load"],
  // A page gets `sha256-in-page.ts` instead.
  "packages/compiler/src/platform/sha256.ts": ["node:crypto hash"],
  // With a stated locale and time zone it depends on the arguments alone.
  "packages/manifest/src/asks/summary-values.ts": ["Intl"],
  // A project's template is beside its configuration, ours beside the program.
  "packages/emitters/src/templates/render-template.ts": ["import.meta", "node:fs readFileSync"],
};

it("one file under packages/, and its counterpart for pages, may load a library by a computed name", () => {
  const hiding = all
    .filter(({ folder }) => folder.startsWith("packages/"))
    .flatMap(({ folder }) => sources(folder))
    .filter(
      (file) => file.builtins.includes("node:module createRequire") || file.constructs.has("computed load"),
    );
  expect(hiding.map((file) => file.path)).toEqual([
    lateInPage,
    "packages/compiler/src/platform/late-library.ts",
  ]);
});

describe.each(["manifest", "compiler", "prove", "changes", "emitters"])("%s", (name) => {
  it("does no I/O, reads no clock, prints nothing and loads nothing by a computed name", () => {
    const found = sources(`packages/${name}`).flatMap((file) =>
      [
        ...file.builtins,
        ...file.impurities,
        ...[...file.constructs].filter((construct) => construct === "computed load"),
      ]
        .filter((each) => !mayHave[file.path]?.includes(each))
        .map((each) => `${file.path}: ${each}`),
    );
    expect(found).toEqual([]);
  });
});

it("the pipeline waits by the global timers, which the simulation of crashes and clocks replaces", () => {
  const timed = sources("packages/server")
    .filter(({ path }) => path.startsWith("packages/server/src/pipeline/"))
    .filter(({ specifiers }) => specifiers.some((each) => /^(node:)?timers/.test(each)));
  expect(timed.map(({ path }) => path)).toEqual([]);
});

it("contracts without conditions are compiled and emitted without CEL", () => {
  const loading = ["compiler", "changes", "emitters"]
    .flatMap((name) => sources(`packages/${name}`))
    .filter(({ loads }) =>
      ["@proviso/manifest/condition", "@proviso/prove/cells"].some((each) => loads.includes(each)),
    );
  expect(loading.map(({ path }) => path)).toEqual([
    lateInPage,
    "packages/changes/src/diff/facts/compare-conditions.ts",
  ]);
});

describe("the start of a server", () => {
  it("loads no library that only calls need", () => {
    expect(librariesLoadedBy("packages/server/src/codegen1.ts")).toEqual([
      "canonicalize",
      "node:async_hooks",
      "node:crypto",
    ]);
    const stopping = librariesLoadedBy("packages/server/src/serve/serve-until-stopped.ts");
    expect(stopping).toEqual(["node:async_hooks"]);
    expect(librariesLoadedBy("packages/server/src/gate/calls.ts")).toContain("ajv");
  });
});

/** Loaded libraries from outside the run side, with those that they load. */
function librariesLoadedBy(path: string): string[] {
  const own = new Map(
    ["packages/server", "packages/manifest"].flatMap(sources).map((file) => [file.path, file]),
  );
  const reached = new Set([path]);
  const libraries = new Set<string>();
  for (const each of reached) {
    const file = own.get(each);
    if (!file) throw new Error(`${each} is none of our sources`);
    for (const specifier of file.loads) {
      const [, subpath] = /^@proviso\/manifest(?:\/(.+))?$/.exec(specifier) ?? [];
      if (specifier.startsWith(".")) reached.add(resolveImport(file, specifier));
      else if (specifier.startsWith("@proviso/manifest"))
        reached.add(`packages/manifest/src/${subpath ?? "index"}.ts`);
      else libraries.add(packageOf(specifier));
    }
  }
  return [...libraries].toSorted();
}

describe("import cycles", () => {
  it.each(all)("$name has none, types included", ({ folder }) => {
    expect(findCycle(sources(folder))).toEqual([]);
  });

  it("are found when there are some", () => {
    const file = (path: string, ...specifiers: string[]): SourceFile => ({
      path,
      text: "",
      specifiers,
      ...nothing,
    });
    expect(
      findCycle([file("a/src/x.ts", "./y.ts"), file("a/src/y.ts", "./z.ts"), file("a/src/z.ts", "./x.ts")]),
    ).toHaveLength(4);
    expect(findCycle([file("a/src/x.ts", "./y.ts"), file("a/src/y.ts")])).toEqual([]);
  });
});

/** The files of the first cycle found, beginning and ending with the same file; empty if there is none. */
function findCycle(files: readonly SourceFile[]): string[] {
  const targets = new Map(
    files.map((file) => [
      file.path,
      file.specifiers.filter((s) => s.startsWith(".")).map((s) => resolveImport(file, s)),
    ]),
  );
  const finished = new Set<string>();
  const visit = (path: string, trail: readonly string[]): string[] => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path];
    if (finished.has(path)) return [];
    for (const target of targets.get(path) ?? []) {
      const cycle = visit(target, [...trail, path]);
      if (cycle.length > 0) return cycle;
    }
    finished.add(path);
    return [];
  };
  for (const path of targets.keys()) {
    const cycle = visit(path, []);
    if (cycle.length > 0) return cycle;
  }
  return [];
}
