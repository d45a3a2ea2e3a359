import { expect, test } from "vitest";
import { fakeClock } from "../../src/testing.ts";
import { fixture, preview, summary, tool, type Fixture } from "../sample.ts";
import { connectedStore } from "../simulation/ports.ts";

const tools = [
  tool({
    inputSchema: { type: "object", properties: { text: {} }, additionalProperties: false },
    idempotency: { key: ["text"], ttlMs: 24 * 60 * 60_000 },
    dryRun: { mode: "supported", preview },
  }),
];
const [leaseMs, hour] = [20_000, 60 * 60_000];

/** A process that takes the key of a call and dies before the effect. */
async function dieWithKey(given: Fixture = {}): Promise<ReturnType<typeof fixture>> {
  let plan = (): void => {};
  const planning = new Promise<void>((resolve) => {
    plan = resolve;
  });
  const dying = fixture({
    tools,
    ...given,
    plan: () => {
      plan();
      return new Promise(() => {});
    },
  });
  void dying.call("notes.create", { text: "a" });
  await planning;
  return dying;
}

test("a process that dies before the effect leaves a key that is free after a while", async () => {
  const { store, clock } = await dieWithKey();
  clock.advance(leaseMs);
  const restarted = fixture({ tools, store, clock });
  expect(summary(await restarted.call("notes.create", { text: "a" }))).toBe("completed");
});

test("a key is held no longer because the clock is set back while it is taken over", async () => {
  const { store, clock } = await dieWithKey();
  clock.advance(leaseMs);
  const own = fakeClock(clock.now().toISOString());
  let isSetBack = false;
  const connected = connectedStore(store, clock, own, async ({ label, act }) => {
    const result = await act();
    if (!isSetBack && label.startsWith("store.get call:")) {
      own.advance(-hour);
      isSetBack = true;
    }
    return result;
  });
  await dieWithKey({ store: connected, clock: own });
  expect(isSetBack).toBe(true);
  clock.advance(leaseMs);
  const restarted = fixture({ tools, store, clock });
  expect(summary(await restarted.call("notes.create", { text: "a" }))).toBe("completed");
});
