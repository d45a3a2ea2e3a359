import type { Diagnostic } from "@proviso/compiler";
import type { Config, LocatedSetting } from "../config/config.ts";
import { configErrors } from "../config/problems.ts";
import type { Disk } from "../incremental/stamped-disk.ts";
import { foldPath } from "../disk/path-problem.ts";

/** Where `generate` writes, each with its place in the configuration. */
function writtenFolders({ outputs, handlers }: Config): readonly LocatedSetting<string>[] {
  return [...outputs.map(({ folder, span }) => ({ value: folder, span })), ...(handlers ? [handlers] : [])];
}

/** What `generate` would refuse about its folders, so that `check` says it first. */
export function checkWrittenFolders(
  disk: Pick<Disk, "obstacleAt">,
  config: Config,
  contracts: readonly string[],
): Diagnostic[] {
  return writtenFolders(config).flatMap(({ value: folder, span }) => {
    const problem = disk.obstacleAt(folder) ?? heldContract(folder, contracts);
    return problem === undefined ? [] : [configErrors.at(span, "unsafe-folder", { folder, problem })];
  });
}

function heldContract(folder: string, contracts: readonly string[]): string | undefined {
  const held = contracts.find((path) => foldPath(path).startsWith(`${foldPath(folder)}/`));
  return (
    held && `holds the contract \`${held}\`; proviso removes what it did not write, so name another folder`
  );
}
