import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ShapeError } from "../contracts/read-contracts.ts";
import type { ProjectPlace } from "../disk/find-project.ts";
import { lockFileOf } from "../lock/lock.ts";
import { lockedManifest } from "../lock/locked-manifest.ts";
import { readLock } from "../lock/read-lock.ts";
import { UsageError } from "../terminal/exit-codes.ts";
import type { OperandContracts } from "./contracts.ts";

/** The contracts that were accepted last. */
export function readLockOperand({ root, configFile }: ProjectPlace): OperandContracts {
  const path = lockFileOf(configFile);
  const file = join(root, path);
  if (!existsSync(file)) throw new UsageError(`there is no ${path} in ${root}; \`proviso lock\` writes it`);
  const { lock, diagnostics } = readLock({ path, text: readFileSync(file, "utf8") });
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
