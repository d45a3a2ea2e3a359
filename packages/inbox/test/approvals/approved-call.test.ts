// A call that is made with the id of its approval, as a task makes it: it runs with that approval or not at all.
import { expect, test } from "vitest";
import type { StepUpAuth } from "@proviso/manifest";
import { anna, highRisk, summary, tool, type Fixture } from "../sample.ts";
import { annaHerself, approvalIn, inboxFixture, input, person, waitFor } from "./people.ts";

const minute = 60_000;
const noon = Date.parse("2026-01-01T12:00:00Z") / 1000;
const unknown = "0".repeat(48);
const unanswered = "refused confirmation_unanswered";

function serve(options: Fixture = {}) {
  const app = inboxFixture(options);
  const invoke = (approval: string, principal = anna) =>
    app.server.invoke("notes.create", input, { principal, approval });
  const run = async (approval: string, principal = anna) => summary(await invoke(approval, principal));
  return { ...app, desk: app.desk, invoke, run };
}

test("it runs once with its approval, and is then told that the approval is used", async () => {
  const { call, desk, invoke, ran, run } = serve();
  const id = approvalIn(await call("notes.create", input));
  await desk.approve(id, annaHerself);
  expect(await run(id)).toBe("completed");
  expect(await invoke(id)).toMatchObject({
    failure: { code: "confirmation_unanswered", details: { answer: "used" } },
  });
  expect(ran).toEqual([input]);
});

test("of several at once, one runs, and the others are told that the approval is used", async () => {
  const { call, desk, ran, run } = serve();
  const id = approvalIn(await call("notes.create", input));
  await desk.approve(id, annaHerself);
  const outcomes = await Promise.all(Array.from({ length: 4 }, () => run(id)));
  expect(outcomes.toSorted()).toEqual(["completed", unanswered, unanswered, unanswered]);
  expect(ran).toHaveLength(1);
});

test("the id of another approval runs nothing, and leaves the call's own approval as it is", async () => {
  const server = serve();
  const id = await waitFor(server);
  const another = await waitFor(server, { text: "b" });
  for (const each of [id, another]) await server.desk.approve(each, annaHerself);
  for (const each of [another, unknown]) expect(await server.run(each)).toBe(unanswered);
  expect(server.ran).toEqual([]);
  expect(await server.run(id)).toBe("completed");
});

test("it is told a no", async () => {
  const server = serve();
  const id = await waitFor(server);
  await server.desk.deny(id, annaHerself);
  expect([await server.run(id), server.ran]).toEqual(["refused confirmation_declined", []]);
});

const stepUpAuth: StepUpAuth = { kind: "always", maxAgeMs: 5 * minute };
const recent = { ...anna, authTime: noon };
const stale = { ...anna, authTime: noon - 3600 };

test("an approval that was given before the log-in became too old waits for a newer one, of the caller too", async () => {
  const server = serve({ tools: [tool({ ...highRisk, stepUpAuth })] });
  const id = await waitFor(server, input, recent);
  await server.desk.approve(id, annaHerself);
  server.clock.advance(6 * minute);
  expect(await server.invoke(id, recent)).toMatchObject({
    failure: { code: "approval_pending", details: { approval: id, maxAgeMs: 5 * minute } },
  });
  expect(server.ran).toEqual([]);
  expect(await server.run(id, { ...anna, authTime: noon + 360 })).toBe("completed");
});

test("an approval that was given with the log-in that the caller lacks runs the call", async () => {
  const server = serve({ tools: [tool({ ...highRisk, stepUpAuth })] });
  expect(await server.run(unknown, stale)).toBe(unanswered);
  const id = await waitFor(server, input, stale);
  await server.desk.approve(id, person("anna", { authTime: noon }));
  expect(await server.run(unknown, stale)).toBe(unanswered);
  expect(await server.run(id, stale)).toBe("completed");
});
