import { expect, test } from "vitest";
import { anna, ben, fixture, summary, tool } from "../sample.ts";
import { annaHerself, carla, dora, operator, other, two, url, waitFor } from "./people.ts";

const inputs = ["a", "b", "c"].map((text) => ({ text }));
const together = tool({ ...other, confirmation: { ...other.confirmation, together: 3 } });

async function waiting(tools = [together]) {
  const server = fixture({ tools, approvals: { url } });
  const ids: string[] = [];
  for (const input of inputs) ids.push(await waitFor(server, input));
  return { ...server, desk: server.desk, ids, calls: ids.map((id) => ({ id })) };
}

test("several calls are approved at once, and each runs once; an added, changed or repeated one is refused", async () => {
  const { call, calls, desk, ids, ran, audit } = await waiting();
  expect(await desk.approveTogether(calls, carla, { reason: "All five." })).toMatchObject({
    ok: true,
    results: ids.map((id) => ({ id, result: { ok: true, approval: { state: "approved" } } })),
  });
  for (const input of inputs) expect(summary(await call("notes.create", input))).toBe("completed");
  expect(summary(await call("notes.create", { text: "added" }))).toBe("refused approval_pending");
  expect(summary(await call("notes.create", { text: "a " }))).toBe("refused approval_pending");
  expect(summary(await call("notes.create", { text: "a" }))).toBe("refused approval_pending");
  expect(ran).toEqual(inputs);
  expect(audit.records.filter(({ kind }) => kind === "decision")).toMatchObject(
    ids.map(() => ({ decision: "approved", together: 3, reason: "All five." })),
  );
});

test("the model is told that more calls can be made and approved at once", async () => {
  const { call } = await waiting();
  expect(await call("notes.create", { text: "d" })).toMatchObject({
    failure: { message: expect.stringMatching(/up to 3 that wait can be approved at once\.$/) },
  });
});

test("what could not be approved is told, and the rest is approved", async () => {
  const { call, calls, desk, ids, ran } = await waiting();
  await desk.deny(ids[1] ?? "", operator);
  const decided = await desk.approveTogether(calls, carla);
  expect(decided).toMatchObject({
    ok: true,
    results: [
      { result: { ok: true } },
      { id: ids[1], result: { ok: false, why: "ended" } },
      { result: { ok: true } },
    ],
  });
  const outcomes = [];
  for (const input of inputs) outcomes.push(summary(await call("notes.create", input)));
  expect(outcomes).toEqual(["completed", "refused confirmation_declined", "completed"]);
  expect(ran).toHaveLength(2);
});

test("what was changed since it was seen is not approved with the others", async () => {
  const inputSchema = {
    type: "object",
    properties: { text: { type: "string" }, amount: { type: "integer" } },
  } as const;
  const confirmation = { ...other.confirmation, together: 3, edit: ["amount"] };
  const server = fixture({ tools: [tool({ ...other, inputSchema, confirmation })], approvals: { url } });
  const calls = [{ id: await waitFor(server, { amount: 1 }) }, { id: await waitFor(server, { amount: 9 }) }];
  const { desk: approvals } = server;
  const changed = tool({ ...two });
  expect(changed.confirmation).toMatchObject({ approvers: 2 });
  await approvals.approve(calls[1]?.id ?? "", dora, { change: { amount: 5 } });
  expect(await approvals.approveTogether(calls, carla)).toMatchObject({
    ok: true,
    results: [{ result: { ok: true } }, { result: { ok: false } }],
  });
});

test.each([
  ["more than the contract allows", 4, /at most 3 calls/],
  ["one", 1, /at least two/],
  ["none", 0, /at least two/],
])("%s are not approved at once, and nothing is", async (_, count, message) => {
  const server = await waiting();
  const ids = [...server.ids, await waitFor(server, { text: "d" })].slice(0, count);
  expect(
    await server.desk.approveTogether(
      ids.map((id) => ({ id })),
      carla,
    ),
  ).toEqual({
    ok: false,
    message: expect.stringMatching(message),
  });
  expect(summary(await server.call("notes.create", { text: "a" }))).toBe("refused approval_pending");
});

test("one by one is the default, and calls of two callers, of two tools, or one twice, are not approved at once", async () => {
  const single = await waiting([tool(other)]);
  expect(await single.desk.approveTogether(single.calls, carla)).toMatchObject({ ok: false });
  const tools = [together, tool({ ...together, name: "notes.update" })];
  const server = await waiting(tools);
  const [first = ""] = server.ids;
  const update = await server.callAs(anna)("notes.update", { text: "a" });
  const ofTool = "failure" in update ? String(update.failure.details?.["approval"]) : "";
  const ofBen = await waitFor(server, { text: "a" }, ben);
  for (const another of [ofTool, ofBen, first, "0".repeat(48)])
    expect(await server.desk.approveTogether([{ id: first }, { id: another }], carla)).toMatchObject({
      ok: false,
    });
  expect(await server.desk.list(operator)).not.toContainEqual(expect.objectContaining({ state: "approved" }));
});

test("who may not approve one of them approves none of those, and several people are still needed", async () => {
  const { calls, desk } = await waiting([
    tool({ ...two, confirmation: { ...two.confirmation, together: 3 } }),
  ]);
  expect(await desk.approveTogether(calls, annaHerself)).toMatchObject({
    ok: true,
    results: calls.map(() => ({ result: { ok: false } })),
  });
  await desk.approveTogether(calls, carla);
  expect(await desk.approveTogether(calls, dora)).toMatchObject({
    ok: true,
    results: calls.map(() => ({ result: { ok: true, approval: { state: "approved" } } })),
  });
});
