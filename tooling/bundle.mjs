// Puts the modules of the package in this folder into few files, `dist/bundle`: hundreds of small modules take longer to load than to
// run. Entries are the targets in `package.json` that lie there; each names its source. Other packages and libraries, and what
// `imports` names, stay outside. All files are as deep in the package as a module of a room: `../..` is the package's folder in both.
// A program that a host waits for says `--but NAMES`: then all packages but these are put in, with their licences beside them.
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { rolldown } from "rolldown";

const { exports = {}, imports = {} } = JSON.parse(readFileSync("package.json", "utf8"));
const input = {};
for (const target of [...Object.values(exports), ...Object.values(imports)]) {
  const [, name] = /^\.\/dist\/bundle\/(.+)\.js$/.exec(target.default ?? "") ?? [];
  if (name !== undefined) input[name] = target["@proviso/source"];
}
rmSync("dist/bundle", { recursive: true, force: true });
const [mode, ...names] = process.argv.slice(2);
const isWhole = mode === "--but";
const isOutside = (id) => names.some((name) => id === name || id.startsWith(`${name}/`));
const bundle = await rolldown({
  input,
  platform: "node",
  // What `main` names may be a module of another kind, whose parts are found only at run time.
  resolve: { mainFields: ["module", "main"] },
  external: isWhole ? isOutside : (id) => !id.startsWith(".") && !isAbsolute(id),
});
const { output } = await bundle.write({
  dir: "dist/bundle",
  chunkFileNames: "[name].js",
  sourcemap: !isWhole,
  comments: !isWhole,
});
await bundle.close();
if (isWhole) writeFileSync("dist/bundle/LICENSES.txt", licences(output));

/** The licences of the libraries whose modules are in the files. */
function licences(files) {
  const ids = files.flatMap(({ moduleIds = [] }) => moduleIds);
  const folders = ids.flatMap(
    (id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.replaceAll("\\", "/")) ?? [],
  );
  const texts = [...new Set(folders)].map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
    return `${name} ${version} (${license})\n\n${file ? readFileSync(join(folder, file), "utf8") : ""}`;
  });
  return texts.toSorted().join("\n\n");
}
