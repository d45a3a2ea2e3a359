import { listOf, isObject, type Json, type JsonObject } from "@proviso/manifest";
import type { Store, StoredValue } from "@proviso/server";
import { definitionHash, isListedTool, type ListedTool } from "./gateway-tool.ts";

/** A definition that is trusted not to change: the first one seen, or one that somebody accepted. */
export interface Pin {
  readonly definition: ListedTool;
  readonly hash: string;
  /** Absent: the first list had it. `later`: it appeared after that, and is blocked until `accepted`. */
  readonly since?: "later";
  readonly accepted?: Acceptance;
}

/** Who accepted a definition, why, and when (ISO 8601). */
export interface Acceptance {
  readonly by: string;
  readonly reason: string;
  readonly at: string;
}

/** A definition that differs from its pin: it waits for somebody to accept it. */
export type Proposal = Pick<Pin, "definition" | "hash">;

/** What is kept about an upstream's tools, by name. */
export interface KnownTools {
  /** Of the stored value; -1 before the first list. */
  readonly revision: number;
  readonly pins: ReadonlyMap<string, Pin>;
  readonly proposals: ReadonlyMap<string, Proposal>;
}

const noTools: KnownTools = { revision: -1, pins: new Map(), proposals: new Map() };

const key = "gateway:tools";
/** A server that lists new names without end is pinned no further; what is not pinned is not called. */
const maxPins = 20_000;
/** Pins do not expire; a store needs a time all the same. */
const never = new Date("9999-01-01T00:00:00Z");

export async function readKnownTools(store: Store): Promise<KnownTools> {
  const stored = await store.get(key);
  return stored ? parseKnown(stored) : noTools;
}

/** Changes what is known, atomically: several gateways may share a store. `change` may be called again. Returns what is stored then. */
export async function changeKnownTools(
  store: Store,
  change: (known: KnownTools) => KnownTools,
): Promise<KnownTools> {
  for (;;) {
    const before = await readKnownTools(store);
    const after = change(before);
    if (after === before) return after;
    const [pins, proposals] = [after.pins, after.proposals].map((each) => [...each.values()]);
    const value = { format: 1, pins, proposals } as unknown as JsonObject;
    const isDone =
      before === noTools
        ? await store.insert(key, value, never)
        : await store.replace(key, before.revision, value, never);
    if (isDone) return readKnownTools(store);
  }
}

/**
 * Compares the list of an upstream with what is known. The first that is not empty is pinned as it is; a tool
 * that appears later is pinned as `later`. A definition that differs from its pin becomes a proposal;
 * one that is as pinned again withdraws it.
 */
export function compareWithPins(known: KnownTools, tools: readonly ListedTool[], prefix = ""): KnownTools {
  const isLater = isKnown(known, prefix);
  const pins = new Map(known.pins);
  const proposals = new Map(known.proposals);
  let isChanged = false;
  for (const definition of tools) {
    const { name } = definition;
    const hash = definitionHash(definition);
    const pin = pins.get(name);
    if (!pin && pins.size >= maxPins) continue;
    if (!pin) {
      pins.set(name, { definition, hash, ...(isLater && { since: "later" }) });
      isChanged = true;
    } else if (pin.hash === hash) isChanged = proposals.delete(name) || isChanged;
    else if (proposals.get(name)?.hash !== hash) {
      proposals.set(name, { definition, hash });
      isChanged = true;
    }
  }
  return isChanged ? { ...known, pins, proposals } : known;
}

/** Whether the first list of the upstream with this prefix is pinned. */
export function isKnown({ pins }: KnownTools, prefix: string): boolean {
  return [...pins.keys()].some((name) => name.startsWith(prefix));
}

/** Makes a proposal, or a tool that appeared later, the accepted definition, if it still has the hash that was seen. */
export function acceptTool(known: KnownTools, name: string, seen: string, accepted: Acceptance): KnownTools {
  const pin = known.proposals.get(name) ?? known.pins.get(name);
  if (pin?.hash !== seen) return known;
  const { definition, hash } = pin;
  const proposals = new Map(known.proposals);
  proposals.delete(name);
  return { ...known, pins: new Map(known.pins).set(name, { definition, hash, accepted }), proposals };
}

/** A tool that waits to be accepted: a changed definition, or one that appeared after the first list. */
export interface WaitingTool {
  readonly tool: string;
  readonly seen: Proposal;
  /** The definition that is pinned, of a changed tool. */
  readonly was?: JsonObject | undefined;
}

export function waitingTools({ pins, proposals }: KnownTools): readonly WaitingTool[] {
  const later = [...pins].filter(
    ([tool, { since, accepted }]) => since === "later" && !accepted && !proposals.has(tool),
  );
  return [
    ...[...proposals].map(([tool, seen]) => ({ tool, seen, was: pins.get(tool)?.definition })),
    ...later.map(([tool, seen]) => ({ tool, seen })),
  ];
}

function parseKnown({ value, revision }: StoredValue): KnownTools {
  if (!isObject(value) || value["format"] !== 1)
    throw new Error(
      "the gateway's data folder was written by another version: use a newer one, or an empty folder",
    );
  return { revision, pins: byName<Pin>(value["pins"]), proposals: byName<Proposal>(value["proposals"]) };
}

function byName<Entry extends Proposal>(list: Json | undefined): ReadonlyMap<string, Entry> {
  return new Map(
    listOf(list).flatMap((entry) =>
      isObject(entry) && isListedTool(entry["definition"])
        ? [[entry["definition"].name, entry as unknown as Entry] as const]
        : [],
    ),
  );
}
