// Puts what `tsc -b` built of our own packages into few files: some 250 modules take more than twice as long to load. Libraries
// stay where they are. Those that load with our code have to be dependencies of this package; the compiler finds
// the others by itself.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { isAbsolute, join, relative, sep } from "node:path";
import { rolldown } from "rolldown";
import { hashOfBuilds } from "./bin/program.js";

const dist = join(import.meta.dirname, "dist");
const folder = join(dist, "bundle");
const { dependencies } = JSON.parse(readFileSync(join(import.meta.dirname, "package.json"), "utf8"));

/**
 * A module keeps its address: from there it finds `package.json` and libraries. `process` is the global one: as a module it
 * would open the standard streams, which takes longer than most of what we load.
 */
const addresses = {
  name: "addresses",
  transform: (code, id) =>
    code
      .replace('import process from "node:process";', "")
      .replaceAll("import.meta.url", () => addressOf(id)),
};

function addressOf(id) {
  const [name, , ...path] = relative(join(import.meta.dirname, ".."), id).split(sep);
  if (name === "cli") return `new URL("../${path.join("/")}", import.meta.url).href`;
  mustDependOn(`@proviso/${name}`);
  return `new URL("${path.join("/")}", import.meta.resolve("@proviso/${name}")).href`;
}

function isLibrary(id) {
  if (id.startsWith(".") || isAbsolute(id) || id.startsWith("@proviso/")) return false;
  if (!id.startsWith("node:")) mustDependOn(id.split("/", id.startsWith("@") ? 2 : 1).join("/"));
  return true;
}

/** Where packages are kept apart, none finds what it does not depend on itself. */
function mustDependOn(name) {
  if (!dependencies[name])
    throw new Error(`the bundle looks for ${name}, which is no dependency of this package`);
}

/** What loads together is one file: what a run needs that finds nothing changed, and what compiles. The rest goes by itself. */
const beginnings = {
  start: ["main.js", "commands/generate.js"],
  compile: ["project/read-project.js", "project/compile-project.js"],
};
const parts = new Map();
const parting = {
  name: "parting",
  buildEnd() {
    for (const [part, paths] of Object.entries(beginnings)) {
      const found = paths.map((path) => join(dist, path));
      for (const id of found) {
        if (parts.has(id) || isLibrary(id)) continue;
        parts.set(id, part);
        found.push(...this.getModuleInfo(id).importedIds);
      }
    }
  },
};
const groups = Object.keys(beginnings).map((part) => ({ name: part, test: (id) => parts.get(id) === part }));

const builds = hashOfBuilds();
rmSync(folder, { recursive: true, force: true });
const bundle = await rolldown({
  input: join(dist, "main.js"),
  platform: "node",
  external: isLibrary,
  plugins: [addresses, parting],
  preserveEntrySignatures: "allow-extension",
});
// A part has with it all that it imports, or a part before it has: none waits for another in a circle.
const codeSplitting = { includeDependenciesRecursively: false, groups };
await bundle.write({ dir: folder, chunkFileNames: "[name].js", codeSplitting });
await bundle.close();
// Last: what is not complete, nobody runs.
writeFileSync(join(folder, "made-of"), builds);
