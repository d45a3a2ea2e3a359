import type { ProjectPlace } from "../disk/find-project.ts";
import { UsageError } from "@proviso/terminal";
import type { OperandContracts } from "@proviso/changes/stored";
import { readGitTree } from "./git.ts";
import { gitDisk } from "./git-disk.ts";
import { compile, toManifest } from "@proviso/compiler";
import type { Disk } from "../incremental/stamped-disk.ts";
import { readProject } from "../project/read-project.ts";

/** The project in a commit: its configuration and contracts as Git holds them. */
export async function readRevision(place: ProjectPlace, revision: string): Promise<OperandContracts> {
  const { root, configFile } = place;
  const tree = await readGitTree(root, revision);
  const disk = await gitDisk(root, tree, [configFile]);
  const configText = disk.textOf(configFile);
  if (configText === undefined) throw new UsageError(`there is no ${configFile} in \`${revision}\``);
  const from = `\`${revision}\``;
  return readProjectManifest({ root, configFile, configText }, disk, from);
}

type ProjectDisk = Pick<Disk, "matches" | "textOf" | "findUse" | "obstacleAt">;

/** Compiles another project than the one here. Its rules of style are not those of today, so they do not count. */
export async function readProjectManifest(
  place: ProjectPlace,
  disk: ProjectDisk,
  from: string,
): Promise<OperandContracts> {
  const { config, contracts, diagnostics } = await readProject(place, disk);
  if (!config) throw broken(from, diagnostics);
  const compiled = compile(contracts);
  if (!compiled.model) throw broken(from, compiled.diagnostics);
  return {
    manifest: toManifest(compiled.model, config),
    knows: "all",
    waivers: config.waivers.map(({ value }) => value),
    notes: [],
  };
}

type Compiled = ReturnType<typeof compile>;

function broken(from: string, diagnostics: Compiled["diagnostics"]): UsageError {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const [first] = errors;
  const place = first ? `${first.span.file}:${first.span.line}: ${first.message}` : "";
  const more = errors.length > 1 ? `, and ${errors.length - 1} more` : "";
  return new UsageError(`the contracts of ${from} have errors: ${place}${more}`);
}
