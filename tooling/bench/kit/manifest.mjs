// The manifest of the project of project.mjs, with one more tool that has an effect and an
// idempotency key. It is generated like a product's, so that a start costs the same.
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { writeProject } from "./project.mjs";
import { timeProcess } from "./whole-process.mjs";

const proviso = join(import.meta.dirname, "../../../packages/cli/bin/proviso.js");

const manifestPackage = join(import.meta.dirname, "../../../packages/manifest");

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

/** Generates a server package in a folder, and returns the path of the module with its manifest. */
export async function writeManifest(folder, tools) {
  const cwd = join(folder, `${tools}-tools`);
  await writeProject(cwd, tools, "{ schemas: schemas, server: server }");
  await writeFile(join(cwd, "contracts", "notes.yaml"), notes);
  await timeProcess(process.execPath, [proviso, "generate"], { cwd });
  // Linked like an installation, because the module imports its reader.
  await mkdir(join(cwd, "node_modules/@proviso"), { recursive: true });
  await symlink(manifestPackage, join(cwd, "node_modules/@proviso/manifest"));
  return join(cwd, "schemas/manifest/index.js");
}
