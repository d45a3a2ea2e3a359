import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { compiledFolder, compiledTemplates } from "./templates.ts";

const files = await compiledTemplates();
await rm(compiledFolder, { recursive: true, force: true });
await mkdir(join(compiledFolder, "templates"), { recursive: true });
for (const [path, text] of files) await writeFile(join(compiledFolder, path), text);
