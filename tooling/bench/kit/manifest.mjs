// The manifest of the project of project.mjs, with one tool more that has an effect and an idempotency key. Written as the
// module that generated code has, so that what a start costs is what it costs a product.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { compile, toManifest } from "@proviso/compiler";
import { writeProject } from "./project.mjs";

const notes = `proviso: 1
domain: notes
description: Notes.
permissions:
  notes:write: Write notes.
tools:
  create:
    description: Keeps a note.
    category: notes
    riskLevel: low
    inputSchema:
      text: { type: string, maxLength: 200 }
    outputSchema:
      id: string
    permissions: [notes:write]
    sideEffects:
      - creates: A note.
    auditEvent: note.created
    failureModes: []
    idempotency: { ttl: 1h, onRepeat: Returns the first note. }
    dataFlow: { readsPrivate: false, returnsUntrusted: false }
`;

/** Writes `manifest-TOOLS.mjs` into a folder, and returns its path. */
export async function writeManifest(folder, tools) {
  await writeProject(folder, tools);
  await writeFile(join(folder, "contracts", "notes.yaml"), notes);
  const names = await readdir(join(folder, "contracts"));
  const sources = await Promise.all(
    names.map(async (path) => ({ path, text: await readFile(join(folder, "contracts", path), "utf8") })),
  );
  const { model, diagnostics } = compile(sources);
  if (!model) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  const file = join(folder, `manifest-${tools}.mjs`);
  const manifest = toManifest(model, { product: "bench", wireNames: "dotted" });
  await writeFile(file, `export const manifest = ${JSON.stringify(manifest)};\n`);
  return file;
}
