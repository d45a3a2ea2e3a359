import type { JsonObject } from "@proviso/manifest";
import { afterEach, expect, test, vi } from "vitest";
import { createGuard } from "../src/index.ts";
import type { Confirm, ConfirmRequest, ElicitationAnswer } from "../src/index.ts";
import { contract, deletion } from "./contract.ts";
import { done, fakeConnection, listed } from "./fake-connection.ts";
import { over, yes } from "./harness.ts";

afterEach(() => void vi.useRealTimers());

/** The answers that a server gets if it asks the question this many times, and how often the person was asked. */
async function check(
  message: string,
  times: number,
  meta: JsonObject = {},
): Promise<{ readonly heard: readonly ElicitationAnswer["action"][]; readonly asked: number }> {
  const asked: ConfirmRequest[] = [];
  const connection = fakeConnection([listed(contract())], async (_, ask) => {
    for (let n = 0; n < times; n += 1) await ask(message, meta);
    return done();
  });
  const confirm: Confirm = (request) => {
    if (request.kind === "question") asked.push(request);
    return Promise.resolve(
      request.kind === "question"
        ? { approved: true, requestId: request.id, content: { city: "Bern" } }
        : { approved: true, requestId: request.id },
    );
  };
  await createGuard(connection, { confirm }).call("customers.get", {});
  return { heard: connection.answers.map(({ action }) => action), asked: asked.length };
}

test("a server may trouble a person ten times a call, and no more", async () => {
  const { heard, asked } = await check("Where?", 50);
  expect(asked).toBe(10);
  expect(heard.filter((action) => action === "accept").length).toBe(10);
  expect(heard.filter((action) => action === "cancel").length).toBe(40);
});

test("a question that nobody could read is not put", async () => {
  expect(await check("word ".repeat(100_000), 1)).toEqual({ heard: ["cancel"], asked: 0 });
  expect(await check("line\n".repeat(2_000), 1)).toEqual({ heard: ["cancel"], asked: 0 });
});

test("a person who does not answer in time has not answered: the dialog is told, and nothing is sent", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  let [waits, isTold] = [0, false];
  const confirm: Confirm = (request, signal) => {
    waits = Date.parse(request.expiresAt) - Date.now();
    signal?.addEventListener("abort", () => (isTold = true));
    return new Promise((resolve) => setTimeout(() => resolve(yes(request)), 24 * 3_600_000));
  };
  const { guard, connection } = over(deletion(), () => done(), { confirm });
  let isOver = false;
  const pending = guard.call("customers.delete", {}).finally(() => (isOver = true));
  await passTimeUntil(() => isOver);
  expect(await pending).toMatchObject({ failure: { code: "unanswered_by_person", retry: "after" } });
  expect([waits, isTold, connection.calls]).toEqual([600_000, true, []]);
});

async function passTimeUntil(isOver: () => boolean): Promise<void> {
  if (isOver()) return;
  await new Promise(setImmediate);
  await vi.advanceTimersByTimeAsync(60_000);
  await passTimeUntil(isOver);
}

test("a server's question that nobody answers is cancelled, one that a person declines is declined", async () => {
  const answers: Readonly<Record<string, Confirm>> = {
    cancel: () => Promise.reject(new Error("closed")),
    decline: () => Promise.resolve({ approved: false }),
  };
  for (const [action, confirm] of Object.entries(answers)) {
    const connection = fakeConnection(
      [listed(contract())],
      async (_, ask) => (await ask("Where?", {}), done()),
    );
    const late: Confirm = (request, signal) =>
      request.kind === "call" ? yes(request) : confirm(request, signal);
    await createGuard(connection, { confirm: late }).call("customers.get", {});
    expect(connection.answers).toEqual([{ action }]);
  }
});
