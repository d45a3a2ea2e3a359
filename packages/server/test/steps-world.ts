import type { JsonObject, ToolContract } from "@proviso/manifest";
import type { HandlerTable, ToolContext } from "../src/api/handler.ts";
import type { AuditSink, Store } from "../src/api/ports.ts";
import { type Durable, inSteps, type RunEngineStep } from "../src/api/steps.ts";
import { fakeClock, memoryAudit, memoryStore } from "../src/testing.ts";
import { find } from "./reconciled.ts";
import { type Fixture, fixture, summary, tool, type Ports } from "./sample.ts";

type Context = ToolContext<Record<string, (message?: string) => Error>, Ports>;
export type Body = (input: JsonObject, context: Context) => unknown;

export const names = ["one", "two", "three"] as const;
const idempotency = { key: ["text"], ttlMs: 24 * 60 * 60_000 };
export const stepped = (changes: Partial<ToolContract> = {}): ToolContract =>
  tool({ idempotency, timeoutMs: 60_000, ...changes });
const reader = { ...find, inputSchema: { type: "object", properties: { callId: {} }, required: ["callId"] } };

/** The tool that undoes steps, and its handler. */
interface Undo {
  readonly undoer?: ToolContract;
  readonly undo?: Body;
}

/** The world outside of the processes: a store, a trail, a clock, and the effects with the keys that steps were given. */
export function world(contract = stepped(), { undoer, undo }: Undo = {}) {
  const clock = fakeClock();
  const store = memoryStore({ clock });
  const audit = memoryAudit();
  const effects: string[] = [];
  const keys = new Map<string, string>();
  const act = (name: string, key: string) => {
    effects.push(name);
    keys.set(key, name);
    return { id: name };
  };
  const body: Body = async (_input, { step }) => {
    for (const name of names) await step(name, { name }, (key) => act(name, key));
    return { id: "n" };
  };
  const findNote = ({ callId }: { readonly callId: string }, { fail }: Context) => {
    const name = keys.get(callId);
    if (name === undefined) throw fail["noteNotFound"]?.();
    return { id: name, text: name };
  };
  /** A process with this handler, which reaches the world as `reach` lets it. */
  const start = (
    handler: Body = body,
    reach: <T>(use: () => Promise<T>) => Promise<T> = (use) => use(),
    durable?: Durable,
    changed = contract,
    more: Pick<Fixture, "policies" | "visible"> = {},
  ) => {
    const reached: Store = {
      ...store,
      get: (key) => reach(() => store.get(key)),
      put: (...all) => reach(() => store.put(...all)),
      insert: (...all) => reach(() => store.insert(...all)),
      replace: (...all) => reach(() => store.replace(...all)),
      close: async () => {},
    };
    const trail: AuditSink = { ...audit, append: (entry) => reach(() => audit.append(entry)) };
    const handlers = { "notes.create": inSteps(handler), "notes.find": findNote, "notes.undo": undo };
    const readers = (contract.reconcile ?? undoer?.reconcile) === undefined ? [] : [reader];
    const tools = [changed, ...readers, ...(undoer ? [undoer] : [])];
    return fixture({
      tools,
      handlers: Object.fromEntries(
        tools.map(({ name }) => [name, handlers[name as keyof typeof handlers]]),
      ) as unknown as HandlerTable<Ports>,
      clock,
      store: reached,
      audit: trail,
      ...more,
      ...(durable && { durable }),
    });
  };
  const again = async (handler?: Body): Promise<string> => {
    clock.advance(21_000);
    return summary(await start(handler).call("notes.create", { text: "a" }));
  };
  return { act, again, audit, clock, effects, keys, start, store };
}

/** A store or trail that is slow, so that steps which run beside each other begin at different times. */
export const slowly = async <T>(use: () => Promise<T>): Promise<T> => {
  await new Promise((resolve) => setImmediate(resolve));
  return use();
};

/** An engine that keeps the results of one work in this process. */
export function memoryEngine(): Durable {
  const results = new Map<string, string>();
  const runs = new Map<string, Promise<string>>();
  return {
    async start(id, run) {
      const step: RunEngineStep = async (name, act) => {
        const result = results.get(name) ?? (await act());
        results.set(name, result);
        return result;
      };
      runs.set(id, run(step));
      runs.get(id)?.catch(() => {});
    },
    result: async (id) => (await runs.get(id)) ?? "",
    status: async () => ({ done: [...results.keys()] }),
    cancel: async () => {},
    close: async () => {},
  };
}
