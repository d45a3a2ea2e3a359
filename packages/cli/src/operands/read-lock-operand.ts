import { ShapeError, lockedManifest, type OperandContracts } from "@proviso/changes/stored";
import type { ProjectPlace } from "../disk/find-project.ts";
import { lockFileOf, readLock } from "@proviso/changes/lock";
import { readLockFile } from "../lock/read-lock-file.ts";
import { UsageError } from "@proviso/terminal";

/** The contracts that were accepted last. */
export function readLockOperand({ root, configFile }: ProjectPlace): OperandContracts {
  const path = lockFileOf(configFile);
  const source = readLockFile(root, path);
  if (!source) throw new UsageError(`there is no ${path} in ${root}; \`proviso lock\` writes it`);
  const { lock, diagnostics } = readLock(source);
  const [first] = diagnostics;
  if (!lock || first)
    throw new UsageError(`${path}:${first?.span.line ?? 1}: ${first?.message ?? ""}; ${first?.hint ?? ""}`);
  try {
    return { manifest: lockedManifest(lock), knows: "all", notes: [] };
  } catch (error) {
    if (error instanceof ShapeError) throw new UsageError(`${path} cannot be compared: ${error.message}`);
    throw error;
  }
}
