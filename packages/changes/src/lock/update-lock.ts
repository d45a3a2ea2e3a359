import type { Change } from "../diff/facts/change.ts";
import { compactContract, type JsonObject, type Manifest } from "@proviso/manifest";
import type { AcceptedChange, Lock, LockedTool, LockEntry, SignOff } from "./lock.ts";
import type { LockedChanges } from "./locked-changes.ts";

/** Who accepts what became looser, and why. */
export type Acceptance = Pick<LockEntry, "when" | "who" | "reason">;

/** Who reviewed which tools, and keeps them. */
export interface Review {
  readonly by: Omit<SignOff, "hash">;
  readonly tools: readonly string[];
}

/** The lock of a project that has none. */
export function newLock({ product, wireNames, permissions, tools }: Manifest): Lock {
  const locked = tools.map((tool): readonly [string, LockedTool] => [
    tool.name,
    { contract: compactContract(tool) as unknown as JsonObject, isRemoved: false, history: [] },
  ]);
  return { product, wireNames, permissions, tools: new Map(locked), history: [] };
}

/** The lock with what is here now. Without an acceptance, nothing may have become looser. */
export function updateLock(
  lock: Lock,
  here: Manifest,
  { loosened, renamed }: LockedChanges,
  acceptance?: Acceptance,
  review?: Review,
): Lock {
  const now = newLock(here);
  const former = new Map([...renamed].map(([was, is]) => [is, was]));
  const entriesOf = (tool: string): readonly LockEntry[] =>
    acceptance ? entryOf(tool, loosened, acceptance) : [];
  const tools = [...now.tools].map(([name, tool]): readonly [string, LockedTool] => {
    const before = [former.get(name), name].flatMap((each) => lock.tools.get(each ?? "")?.history ?? []);
    const { hash } = tool.contract;
    const isSigned = review && review.tools.includes(name) && typeof hash === "string";
    const signed = isSigned ? { ...review.by, hash } : lock.tools.get(former.get(name) ?? name)?.signed;
    return [
      name,
      { ...tool, ...(signed && { signed }), history: [...before.toSorted(byTime), ...entriesOf(name)] },
    ];
  });
  const gone = [...lock.tools]
    .filter(([name]) => !now.tools.has(name))
    .map(([name, tool]): readonly [string, LockedTool] => {
      // The history of a renamed tool goes with it.
      const history = renamed.has(name) ? [] : [...tool.history, ...entriesOf(name)];
      return [name, { ...tool, isRemoved: true, history }];
    });
  return { ...now, tools: new Map([...tools, ...gone]), history: [...lock.history, ...entriesOf("")] };
}

function byTime(a: LockEntry, b: LockEntry): number {
  return a.when < b.when ? -1 : 1;
}

/** What somebody accepts of one tool; nothing if it did not become looser. */
function entryOf(tool: string, loosened: readonly Change[], acceptance: Acceptance): readonly LockEntry[] {
  const changes = loosened.filter((change) => change.tool === tool).map(accepted);
  return changes.length > 0 ? [{ ...acceptance, changes }] : [];
}

function accepted({ tool: _tool, readers: _readers, before, after, ...change }: Change): AcceptedChange {
  return {
    ...change,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
  };
}
