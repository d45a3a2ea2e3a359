import { expect, it } from "vitest";
import { packageOf, resolveImport, type SourceFile, sources } from "../src/workspace.ts";

const own = new Map(
  ["replay", "server", "manifest"]
    .flatMap((name) => sources(`packages/${name}`))
    .map((file) => [file.path, file]),
);

/** All that a file can load, also in a call. Types load nothing. */
function loadsOf({ loads, text }: SourceFile): readonly string[] {
  const late = [...text.matchAll(/(?<!typeof )\bimport\(\s*"([^"]+)"/g)].flatMap(([, name]) => name ?? []);
  return [...loads, ...late];
}

/** Our sources that these can load, and the libraries and parts of Node.js. */
function reachedFrom(paths: readonly string[]): {
  files: ReadonlySet<string>;
  libraries: ReadonlySet<string>;
} {
  const files = new Set(paths);
  const libraries = new Set<string>();
  for (const path of files) {
    const file = own.get(path);
    if (!file) throw new Error(`${path} is none of the sources that a fold may load`);
    expect({ path, has: file.constructs.has("computed load") }).toEqual({ path, has: false });
    for (const specifier of loadsOf(file)) {
      const [, name, subpath = "index"] = /^@proviso\/(manifest|server)(?:\/(.+))?$/.exec(specifier) ?? [];
      if (specifier.startsWith(".")) files.add(resolveImport(file, specifier));
      else if (name !== undefined) files.add(`packages/${name}/src/${subpath}.ts`);
      else libraries.add(packageOf(specifier));
    }
  }
  return { files, libraries };
}

it("what folds recorded calls can load no socket, process, file, database or MCP SDK", () => {
  const fold = [...own.keys()].filter((path) => path.startsWith("packages/replay/src/fold/"));
  const { files, libraries } = reachedFrom(fold);
  expect([...libraries].toSorted()).toEqual([
    "@marcbachmann/cel-js",
    "@opentelemetry/api",
    "ajv",
    "ajv-formats",
    "canonicalize",
    "node:async_hooks",
    "node:crypto",
  ]);
  expect(files).toContain("packages/server/src/pipeline/execute/execute.ts");
  expect([...files].filter((path) => /\/(adapters|serve)\/|\/(sqlite|postgres)/.test(path))).toEqual([]);
});

it("the program of replay loads no module by a name that a contract or a trail could give", () => {
  const computed = sources("packages/replay").filter(({ constructs }) => constructs.has("computed load"));
  expect(computed.map(({ path }) => path)).toEqual([]);
  // The host's side of a shadow starts its thread. No file of the program, or of that thread, can load it; the thread only gets messages.
  const host = /\/src\/shadow\/shadow\.ts$/;
  const others = sources("packages/replay").filter(({ path }) => !host.test(path));
  const loaded = others.flatMap((file) =>
    loadsOf(file).flatMap((each) => (each.startsWith(".") ? [resolveImport(file, each)] : [])),
  );
  expect(loaded.filter((path) => host.test(path))).toEqual([]);
  const started = others.flatMap(({ builtins }) => builtins);
  expect(
    started.filter((each) => /child_process|worker_threads|node:vm|node:module|net|http/.test(each)),
  ).toEqual(["node:worker_threads parentPort", "node:worker_threads workerData"]);
});
