// Attack 20: the guard against real servers of both SDKs, whose handlers fail as they are told. What is counted is how
// often a handler was entered, whatever the guard says about it.
import { once } from "node:events";
import { manifest } from "@backoffice/client";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { createGuard } from "@proviso/client";
import type { McpConnection } from "@proviso/client";
import { connectMcpClient as connect1 } from "@proviso/client/mcp";
import { connectMcpClient as connect2 } from "@proviso/client/mcp2";
import { createEnforcingServer } from "@proviso/server/codegen1";
import type { HandlerTable, Manifest, Principal } from "@proviso/server/codegen1";
import { connectMcp } from "@proviso/server/mcp";
import { describe, expect, onTestFinished, test } from "vitest";

const serverInfo = { name: "failing", version: "0.0.0" };
const time = "2027-01-12T09:00:00Z";
/** A tool that only reads, one that is safe to repeat with a key, and one that is never safe to repeat. */
const outputs = {
  "account.ping": { status: "ok", time },
  "reminders.create": { reminderId: "rem_0001", remindAt: time },
  "tasks.update_status": { taskId: "tsk_0001", previousStatus: "doing", status: "done" },
} as const;
type Name = keyof typeof outputs;
const inputs: Readonly<Record<Name, object>> = {
  "account.ping": {},
  "reminders.create": { text: "Call Anna", remindAt: time },
  "tasks.update_status": { taskId: "tsk_0001", status: "done" },
};

/** The real contracts with shorter timeouts. */
const impatient: Manifest = {
  ...manifest,
  tools: manifest.tools.filter(({ name }) => name in outputs).map((tool) => ({ ...tool, timeoutMs: 30 })),
};
const mia: Principal = {
  id: "mia",
  kind: "agent",
  permissions: impatient.tools.flatMap(({ permissions }) => permissions),
};

type Fate = "works" | "throws" | "hangs";
/** The result of each attempt in turn; further attempts repeat the last one. */
function failingServer(fates: readonly Fate[]) {
  const keys: (string | undefined)[] = [];
  const ending = new AbortController();
  const end = once(ending.signal, "abort");
  const handler = (name: Name) => (_: never, context: { readonly idempotencyKey?: string }) => {
    const fate = fates[Math.min(keys.push(context.idempotencyKey), fates.length) - 1];
    if (fate === "throws") throw new Error("ECONNRESET");
    return fate === "hangs" ? end.then(() => outputs[name]) : outputs[name];
  };
  const names = Object.keys(outputs) as Name[];
  const server = createEnforcingServer({
    manifest: impatient,
    handlers: Object.fromEntries(names.map((name) => [name, handler(name)])) as HandlerTable<object>,
    ports: () => ({}),
  });
  onTestFinished(() => {
    ending.abort();
    return server.close();
  });
  return { server, keys };
}

const pairings = [
  ["SDK 1.x", 1, connect1],
  ["SDK 2.x", 2, connect2],
] as const;

describe.each(pairings)("%s", (_, sdk, connect) => {
  async function open(fates: readonly Fate[]) {
    const { server, keys } = failingServer(fates);
    const retried: number[] = [];
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    await connectMcp(server, theirs, { sdk, principal: mia, serverInfo });
    const connection: McpConnection = await connect(ours as never);
    onTestFinished(() => connection.close());
    const guard = createGuard(connection, {
      manifest: impatient,
      env: "test",
      retry: { retries: 3, minDelayMs: 0 },
      onActivity: (activity) => void (activity.kind === "retried" && retried.push(activity.attempt)),
    });
    return { guard, keys, retried };
  }

  /** One call, what the guard makes of it, how often it sent it, and how often the handler was entered for it. */
  async function check(
    name: Name,
    fates: readonly Fate[],
    expected: { readonly result: string; readonly sent: number; readonly entered: number },
  ): Promise<void> {
    const { guard, keys, retried } = await open(fates);
    const result = await guard.call(name, inputs[name] as never);
    const code = result.ok ? "ok" : result.failure.code;
    expect({ result: code, sent: 1 + retried.length, entered: keys.length }).toEqual(expected);
    expect(new Set(keys).size).toBe(1);
  }

  test("a read that fails in passing is repeated until it works", () =>
    check("account.ping", ["throws", "hangs", "works"], { result: "ok", sent: 3, entered: 3 }));

  test("a read that goes on failing is repeated as often as agreed, and no more", () =>
    check("account.ping", ["hangs"], { result: "timeout", sent: 4, entered: 4 }));

  test("what nothing makes safe to repeat is never sent again, neither after an error nor in doubt", async () => {
    await check("tasks.update_status", ["throws", "works"], {
      result: "outcome_unknown",
      sent: 1,
      entered: 1,
    });
    await check("tasks.update_status", ["hangs", "works"], {
      result: "outcome_unknown",
      sent: 1,
      entered: 1,
    });
  });

  test("what a key makes safe to repeat is sent again under that key, and a doubt is never run again", async () => {
    await check("reminders.create", ["hangs", "works"], { result: "outcome_unknown", sent: 4, entered: 1 });
  });

  test("many callers of a server in trouble add no more attempts than each may make", async () => {
    const { guard, keys } = await open(["hangs"]);
    await Promise.all(Array.from({ length: 10 }, () => guard.call("account.ping", {} as never)));
    expect(keys.length).toBeLessThanOrEqual(40);
    const { guard: other, keys: writes } = await open(["hangs"]);
    await Promise.all(
      Array.from({ length: 10 }, () =>
        other.call("tasks.update_status", inputs["tasks.update_status"] as never),
      ),
    );
    expect(writes).toHaveLength(10);
  });
});
