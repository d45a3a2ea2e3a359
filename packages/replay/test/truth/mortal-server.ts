import type { Manifest } from "@proviso/manifest";
import {
  createEnforcingServer,
  memoryStore,
  ToolFailure,
  type AuditSink,
  type EnforcingServer,
  type Store,
} from "@proviso/server";
import type { fakeClock } from "@proviso/server/testing";
import type { CallStep } from "./script.ts";

/** Whose policy refuses the customer with this id. */
const refusedId = 8;

/** A server whose process a handler can kill. What it then writes is lost; the store and the trail have what was written before. */
export interface MortalServer {
  server(): EnforcingServer;
  /** Says how the next handler ends. */
  next(handler: CallStep["handler"]): void;
  isKilled(): boolean;
  /** Starts another server over the same store. */
  restart(): Promise<void>;
}

export function mortalServer(
  manifest: Manifest,
  audit: AuditSink,
  clock: ReturnType<typeof fakeClock>,
): MortalServer {
  const store = memoryStore({ clock });
  const callable = manifest.tools.filter(({ riskLevel }) => riskLevel !== "forbidden");
  let handler: CallStep["handler"] = "completes";
  let process = { isKilled: false };
  let server = started();

  function execute(hasEffects: boolean): object {
    if (handler === "dies" && hasEffects) process.isKilled = true;
    if (process.isKilled || handler === "throws") throw new Error("broken");
    if (handler === "fails") throw new ToolFailure("not_found");
    return { ok: true };
  }

  function started(): EnforcingServer {
    const own = (process = { isKilled: false });
    const handlers = callable.map(({ name, sideEffects }) => [
      name,
      { execute: () => execute(sideEffects.length > 0), plan: () => ({ count: 3 }) },
    ]);
    return createEnforcingServer({
      manifest,
      handlers: Object.fromEntries(handlers),
      store: untilKilled(store, own, memoryStore({ clock })),
      stateKeys: [new Uint8Array(32).fill(9)],
      audit: {
        append: async (entry) => (own.isKilled ? undefined : audit.append(entry)),
        close: async () => {},
      },
      clock,
      approvalMs: 600_000,
      attempts: { limit: 1_000_000, perMs: 1000 },
      policies: {
        "shop.tag": ({ input }) =>
          input["id"] === refusedId ? { effect: "deny", reason: "not this one" } : { effect: "allow" },
      },
      onFault: () => {},
    });
  }

  return {
    server: () => server,
    next: (given) => (handler = given),
    isKilled: () => process.isKilled,
    async restart() {
      await server.close();
      server = started();
    },
  };
}

/** The store of a process: once it is killed, it reads and writes another one, which nobody else has. */
function untilKilled(store: Store, process: { readonly isKilled: boolean }, lost: Store): Store {
  const now = (): Store => (process.isKilled ? lost : store);
  return {
    get: (key) => now().get(key),
    insert: (key, value, expiresAt) => now().insert(key, value, expiresAt),
    put: (key, value, expiresAt) => now().put(key, value, expiresAt),
    replace: (key, expected, value, expiresAt) => now().replace(key, expected, value, expiresAt),
    delete: (key) => now().delete(key),
    increment: (key, by, expiresAt) => now().increment(key, by, expiresAt),
    close: async () => {},
  };
}
