import type { ProjectPlace } from "../disk/find-project.ts";
import { UsageError } from "../terminal/exit-codes.ts";
import type { OperandContracts } from "@proviso/changes/stored";
import { readGitTree } from "./git.ts";
import { gitDisk } from "./git-disk.ts";
import { readProjectManifest } from "./read-project-manifest.ts";

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
