import type { SourceText } from "@proviso/compiler";
import type { ProjectPlace } from "../disk/find-project.ts";
import { lockFileOf } from "@proviso/changes/lock";
import { notRegular } from "../lock/read-lock-file.ts";
import { UsageError } from "@proviso/terminal";
import { readGitTree } from "./git.ts";
import { readOperand } from "./operand.ts";

/** The lock of this project in a commit; undefined without one. Its path has the revision. */
export async function readLockOfRevision(
  { root, configFile }: ProjectPlace,
  text: string,
): Promise<SourceText | undefined> {
  const operand = readOperand(text);
  if (operand.kind !== "revision")
    throw new UsageError("`--against` takes a git revision here, such as `main`");
  const path = lockFileOf(configFile);
  const tree = await readGitTree(root, operand.revision);
  if ((tree.entries.get(path)?.kind ?? "file") !== "file") throw notRegular(`${operand.revision}:${path}`);
  const lock = (await tree.read([path])).get(path);
  return lock === undefined ? undefined : { path: `${operand.revision}:${path}`, text: lock };
}
