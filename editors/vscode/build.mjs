// Bundles the extension with the language client, and copies what the package holds besides.
import { copyFileSync, mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

const bundle = await rolldown({
  input: at("src/extension.ts"),
  external: ["vscode"],
  platform: "node",
});
await bundle.write({ file: at("dist/extension.cjs"), format: "cjs", codeSplitting: false });
await bundle.close();
mkdirSync(at("schemas"), { recursive: true });
copyFileSync(fileURLToPath(import.meta.resolve("proviso/schemas/project.json")), at("schemas/project.json"));
copyFileSync(at("../../LICENSE"), at("LICENSE"));
