import { type Diagnostic, type SourceText, compileContracts } from "@proviso/compiler";
import type { ProjectPlace } from "../disk/find-project.ts";
import { applyChanges, removeFiles } from "../disk/transaction.ts";
import { scratchMemo } from "../incremental/memo.ts";
import type { Disk } from "../incremental/stamped-disk.ts";
import { lockFileOf } from "@proviso/changes/lock";
import { compareProject } from "../output/compare-project.ts";
import { emitProject } from "../output/emit-project.ts";
import { readHistory } from "../output/read-history.ts";
import { readOutputs } from "../output/read-folder.ts";
import { targetsOf } from "../output/targets.ts";
import { compileOptions } from "../project/compile-project.ts";
import { readProject } from "../project/read-project.ts";
import { hasErrors } from "../terminal/findings.ts";

export interface WrittenDocs {
  /** Whether the pages are there. */
  readonly ok: boolean;
  readonly diagnostics: readonly Diagnostic[];
  /** For showing the diagnostics. */
  readonly texts: readonly SourceText[];
}

/** Writes the pages of a project's tools to a folder, as `generate` does for the output `docs`; the project may have no such output. */
export async function writeDocs(place: ProjectPlace, folder: string, disk: Disk): Promise<WrittenDocs> {
  const { config, ...project } = await readProject(place, disk);
  const { texts } = project;
  if (!config) return { ok: false, diagnostics: project.diagnostics, texts };
  const { span } = config.contracts;
  // The code to copy is shown as it is written in the folder of the project.
  const outputs = [
    ...config.outputs.filter(({ emitter }) => emitter !== "docs"),
    { emitter: "docs" as const, folder: ".", span },
  ];
  const targets = targetsOf(project, { ...config, outputs }, disk, {}, false)
    .filter(({ emitter }) => emitter.name === "docs")
    .map((target) => ({ ...target, folder }));
  const lock = readHistory(lockFileOf(place.configFile), targets, disk);
  if (lock.diagnostics.length > 0) return { ok: false, diagnostics: lock.diagnostics, texts: lock.texts };
  const memo = scratchMemo();
  const { contracts, diagnostics } = compileContracts(project.contracts, compileOptions(config), memo);
  if (hasErrors(diagnostics)) return { ok: false, diagnostics, texts };
  const found = readOutputs(disk);
  const { folders } = await emitProject(contracts, targets, {
    memo,
    shapes: memo.table("shapes"),
    outputs: found,
    history: lock.history,
    progress: () => {},
  });
  const { changes, leftovers } = compareProject(folders, found);
  await applyChanges(place.root, changes);
  await removeFiles(place.root, leftovers);
  return { ok: true, diagnostics, texts };
}
