// A write with its reader, over a ledger that outlives the processes of the server.
import type { JsonObject } from "@proviso/manifest";
import type { HandlerTable, ToolContext } from "../src/api/handler.ts";
import type { Store } from "../src/api/ports.ts";
import { fakeClock, memoryStore } from "../src/testing.ts";
import { failureMode, fixture, tool, type Fixture, type Ports } from "./sample.ts";

export type Context = ToolContext<Record<string, () => Error>, unknown>;
type Handler = (input: JsonObject, context: Context) => unknown;

const text = { type: "string" };
const object = (properties: JsonObject): JsonObject => ({
  type: "object",
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

/** Two of its three input fields say which note it is. */
export const create = tool({
  inputSchema: object({ book: text, text, more: text }),
  reconcile: "notes.find",
});

/** Its output has more than that of the write. */
export const find = tool({
  name: "notes.find",
  inputSchema: {
    ...object({ callId: text, book: text }),
    properties: { callId: text, book: text, more: text },
  },
  outputSchema: object({ id: text, text }),
  sideEffects: [],
  failureModes: [failureMode("note_not_found", "never")],
  hints: { ...create.hints, readOnlyHint: true },
  timeoutMs: 50,
});

export const input = { book: "b", text: "a", more: "m" };

export interface Given extends Omit<Fixture, "handlers" | "execute"> {
  /** Notes by the id of the call that wrote them. */
  readonly ledger?: Map<string, string>;
  /** What happens after the effect, or instead of it. */
  readonly write?: ((act: () => void, context: Context) => unknown) | undefined;
  readonly read?: Handler;
}

export function reconciled({
  ledger = new Map(),
  write,
  read,
  tools = [create, find],
  ...options
}: Given = {}) {
  const [wrote, asked]: [JsonObject[], JsonObject[]] = [[], []];
  const reads: Handler = ({ callId }, { fail }) => {
    const found = ledger.get(String(callId));
    if (found === undefined) throw fail["noteNotFound"]?.();
    return { id: `id of ${found}`, text: found };
  };
  const writes: Handler = (given, context) => {
    wrote.push(given);
    const act = (): void => void ledger.set(context.callId, String(given["text"]));
    if (write) return write(act, context);
    act();
    return { id: `id of ${String(given["text"])}` };
  };
  const handlers = {
    "notes.create": { execute: writes, plan: () => ({ count: 1 }) },
    "notes.find": (given: JsonObject, context: Context) => {
      asked.push(given);
      return (read ?? reads)(given, context);
    },
  } as unknown as HandlerTable<Ports>;
  return { ...fixture({ tools, handlers, ...options }), ledger, wrote, asked };
}

export const never = () => new Promise<never>(() => {});

interface Died extends Given {
  /** The arguments of the call. */
  readonly called?: JsonObject;
}

/** A process that acted, or not, and died before it could report: its store and its ledger outlive it. */
export async function afterDeath(write: Given["write"], { called = input, ...given }: Died = {}) {
  const clock = fakeClock();
  const store = memoryStore({ clock });
  const ledger = new Map<string, string>();
  let isDead = false;
  const dead = async (): Promise<never> => never();
  const dying: Store = {
    ...store,
    get: (key) => (isDead ? dead() : store.get(key)),
    put: (...all) => (isDead ? dead() : store.put(...all)),
    insert: (...all) => (isDead ? dead() : store.insert(...all)),
    replace: (...all) => (isDead ? dead() : store.replace(...all)),
  };
  const died = Promise.withResolvers<void>();
  const first = reconciled({
    ...given,
    clock,
    store: dying,
    ledger,
    write: (act, context) => {
      write?.(act, context);
      isDead = true;
      died.resolve();
      return { id: "id of a" };
    },
  });
  const late = first.call("notes.create", called, { idempotencyKey: "k" });
  await died.promise;
  clock.advance(60_000);
  const revive = (): void => void (isDead = false);
  const next = (more: Given = {}) => reconciled({ ...given, clock, store, ledger, ...more });
  return { first, late, next, ledger, store, clock, revive };
}
