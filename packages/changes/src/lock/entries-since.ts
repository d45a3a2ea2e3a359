import { canonicalJson, type Json } from "@proviso/manifest";
import type { Lock, LockEntry } from "./lock.ts";

/** The entries about a tool, under this name or a former one, that an earlier lock does not have. The empty name is the product. */
export function entriesSince(
  base: Lock,
  lock: Lock,
  tool: string,
  former: string = tool,
): readonly LockEntry[] {
  const known = new Set([tool, former].flatMap((name) => historyOf(base, name)).map(textOf));
  // The history of a tool goes with its name, which the earlier lock may not have.
  const names =
    base.tools.has(tool) && lock.tools.get(tool)?.isRemoved ? [tool, ...newNames(base, lock)] : [tool];
  return names.flatMap((name) => historyOf(lock, name)).filter((entry) => !known.has(textOf(entry)));
}

/** What a lock lacks of an earlier one. */
export interface Lost {
  /** Empty for what belongs to no tool. */
  readonly tool: string;
  /** An entry of its history; otherwise its block is missing. */
  readonly entry?: LockEntry;
}

/** Blocks and entries stay in a lock, so that it knows what was removed and accepted. */
export function lostSince(base: Lock, lock: Lock): readonly Lost[] {
  const moved = newNames(base, lock).flatMap((name) => historyOf(lock, name));
  const kept = (tool: string): ReadonlySet<string> =>
    new Set([...historyOf(lock, tool), ...moved].map(textOf));
  const blocks = [...base.tools.keys()].filter((tool) => !lock.tools.has(tool));
  const entries = ["", ...base.tools.keys()].flatMap((tool) => {
    const known = kept(tool);
    return historyOf(base, tool)
      .filter((entry) => !known.has(textOf(entry)))
      .map((entry) => ({ tool, entry }));
  });
  return [...blocks.map((tool) => ({ tool })), ...entries];
}

/** Names that the earlier lock does not have, or only as removed. */
function newNames(base: Lock, lock: Lock): readonly string[] {
  return [...lock.tools.keys()].filter((name) => base.tools.get(name)?.isRemoved !== false);
}

function historyOf(lock: Lock, tool: string): readonly LockEntry[] {
  return tool === "" ? lock.history : (lock.tools.get(tool)?.history ?? []);
}

function textOf(entry: LockEntry): string {
  return canonicalJson(entry as unknown as Json);
}
