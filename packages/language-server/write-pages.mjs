// Writes the page of each diagnostic code, as `proviso explain` prints it, for links.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { codes, explain } from "proviso/explain";

for (const code of codes) {
  const file = fileURLToPath(new URL(`dist/pages/${code}.md`, import.meta.url));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, explain(code));
}
