// counts the hand-written sources of a checkout: files, lines, exports, imports between folders: --root FOLDER
import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: { root: { type: "string", default: join(import.meta.dirname, "../..") } },
});
const sources = globSync("{packages,apps}/*/src/**/*.ts", { cwd: values.root })
  .filter((path) => !/(^|\/)(generated|node_modules)\//.test(path))
  .map((path) => ({ path, text: readFileSync(join(values.root, path), "utf8") }));

const packageOf = (path) => path.split("/", 2).join("/");
const srcOf = (path) => `${packageOf(path)}/src`;
const relativeImports = ({ path, text }) =>
  Array.from(text.matchAll(/(?:from|import\()\s*"(\.[^"]*)"/g), ([, to]) =>
    normalize(join(dirname(path), to)),
  );

/** Pairs of folders of which one imports the other; the entry points in the root of `src` are in no folder. */
const arrows = new Set(
  sources.flatMap((file) =>
    relativeImports(file)
      .map((to) => [dirname(file.path), dirname(to)])
      .filter(([from, to]) => from !== to && from !== srcOf(file.path) && to !== srcOf(file.path))
      .map((pair) => pair.join(" ")),
  ),
);

function isOnCircle(arrow) {
  const [from, first] = arrow.split(" ");
  const reached = new Set([first]);
  for (const folder of reached)
    for (const other of arrows)
      if (other.startsWith(`${folder} `)) reached.add(other.slice(folder.length + 1));
  return reached.has(from);
}

/** Files in the root of `src` that `package.json` does not name. */
function isLoose({ path }) {
  if (dirname(path) !== srcOf(path)) return false;
  const manifest = readFileSync(join(values.root, packageOf(path), "package.json"), "utf8");
  return !manifest.includes(`./${relative(packageOf(path), path)}`);
}

const linesOf = ({ text }) => text.split("\n").length - 1;
const longest = sources.toSorted((one, other) => linesOf(other) - linesOf(one))[0];
const rows = {
  files: sources.length,
  lines: sources.reduce((sum, file) => sum + linesOf(file), 0),
  exports: sources.reduce((sum, { text }) => sum + (text.match(/^export (?!.* from )/gm)?.length ?? 0), 0),
  folders: new Set(sources.map(({ path }) => dirname(path))).size,
  "imports between folders": arrows.size,
  "of these on a circle": [...arrows].filter(isOnCircle).length,
  "loose files in the root of `src`": sources.filter(isLoose).length,
  [`lines of the longest file (${longest.path})`]: linesOf(longest),
};
for (const [name, value] of Object.entries(rows)) console.log(String(value).padStart(8), name);
