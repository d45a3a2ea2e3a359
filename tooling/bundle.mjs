// Puts the modules of the package in this folder into few files, `dist/bundle`: hundreds of small modules take longer to load than to
// run. Entries are the targets in `package.json` that lie there; each names its source. Other packages and libraries, and what
// `imports` names, stay outside. All files are as deep in the package as a module of a room: `../..` is the package's folder in both.
import { readFileSync, rmSync } from "node:fs";
import { isAbsolute } from "node:path";
import { rolldown } from "rolldown";

const { exports = {}, imports = {} } = JSON.parse(readFileSync("package.json", "utf8"));
const input = {};
for (const target of [...Object.values(exports), ...Object.values(imports)]) {
  const [, name] = /^\.\/dist\/bundle\/(.+)\.js$/.exec(target.default ?? "") ?? [];
  if (name !== undefined) input[name] = target["@proviso/source"];
}
rmSync("dist/bundle", { recursive: true, force: true });
const bundle = await rolldown({
  input,
  platform: "node",
  external: (id) => !id.startsWith(".") && !isAbsolute(id),
});
await bundle.write({ dir: "dist/bundle", chunkFileNames: "[name].js", sourcemap: true });
await bundle.close();
