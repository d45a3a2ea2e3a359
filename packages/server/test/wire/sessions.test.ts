import { expect, test } from "vitest";
import { createSessions, type SessionTransport } from "../../src/adapters/wire/sessions.ts";
import { anna, ben } from "../sample.ts";

function check(act: (bench: Bench) => Promise<unknown>, expected: unknown): Promise<void> {
  return act(bench()).then((result) => expect(result).toEqual(expected));
}

interface Bench {
  readonly sessions: ReturnType<typeof createSessions>;
  readonly closed: string[];
  readonly time: { now: number };
  transport(name: string): SessionTransport;
}

function bench(): Bench {
  const time = { now: 0 };
  const closed: string[] = [];
  const transport = (name: string): SessionTransport => ({
    sessionId: () => name,
    answer: async () => {},
    close: async () => void closed.push(name),
  });
  return { sessions: createSessions(100, () => time.now), closed, time, transport };
}

test("a session is found by its owner only, whatever their permissions are by now", () =>
  check(
    async ({ sessions, transport }) => {
      sessions.add("s", anna, transport("s"));
      const askers = [
        anna,
        { ...anna, permissions: [], authTime: 9 },
        ben,
        { ...anna, tenant: "x" },
        { ...anna, kind: "user" as const },
      ];
      return askers.map((asker) => sessions.find("s", asker) !== undefined);
    },
    [true, true, false, false, false],
  ));

test("sessions that nobody uses are closed, but not those with an open request", () =>
  check(
    async ({ sessions, transport, closed, time }) => {
      sessions.add("idle", anna, transport("idle"));
      sessions.add("busy", anna, transport("busy"));
      const release = sessions.use("busy");
      time.now = 100;
      await sessions.closeIdle();
      const first = [...closed];
      release();
      time.now = 199;
      await sessions.closeIdle();
      const second = [...closed];
      time.now = 200;
      await sessions.closeIdle();
      return [first, second, closed, sessions.size];
    },
    [["idle"], ["idle"], ["idle", "busy"], 0],
  ));

test("the session that has been idle longest makes room, and none with an open request", async () => {
  const { sessions, closed, time, transport } = bench();
  for (const [name, owner] of [
    ["busy", anna],
    ["older", anna],
    ["newer", anna],
    ["other", ben],
  ] as const) {
    time.now++;
    sessions.add(name, owner, transport(name));
  }
  sessions.use("busy");
  expect(await sessions.closeOldestIdle(anna)).toBe(true);
  expect(await sessions.closeOldestIdle()).toBe(true);
  expect(await sessions.closeOldestIdle(anna)).toBe(false);
  expect([closed, sessions.size]).toEqual([["older", "newer"], 2]);
});
