import { expect, test } from "vitest";
import { memoryStore } from "../../../server/src/testing.ts";
import { anna, ben, criticalRisk, fixture, highRisk, preview, summary, tool } from "../sample.ts";
import {
  annaHerself,
  approvalIn,
  carla,
  dora,
  input,
  inboxFixture,
  operator,
  other,
  person,
  statesOf,
  two,
  url,
  waitFor,
} from "./people.ts";

const hour = 60 * 60_000;

test("a client that cannot ask is told what to do, and the same call runs once when a person has approved", async () => {
  const server = inboxFixture();
  const asked = await server.call("notes.create", input);
  const id = approvalIn(asked);
  expect(asked).toMatchObject({
    kind: "refused",
    failure: {
      code: "approval_pending",
      retry: "after",
      message: expect.stringMatching(
        /^This call has not run yet.*Tell the user that it waits.*same call again/,
      ),
      details: {
        approval: id,
        url: `${url}/${id}`,
        expiresAt: "2026-01-01T13:00:00.000Z",
        retryAfterMs: 15_000,
      },
    },
    waits: { approval: id, url: `${url}/${id}`, isNew: true },
  });
  const waits = { ...("waits" in asked && asked.waits), isNew: false };
  expect(await server.call("notes.create", input)).toEqual({ ...asked, waits });
  expect(await server.desk.approve(id, annaHerself)).toMatchObject({ ok: true });
  expect(summary(await server.call("notes.create", { text: "b" }))).toBe("refused approval_pending");
  expect(summary(await server.callAs(ben)("notes.create", input))).toBe("refused approval_pending");
  expect(summary(await server.call("notes.create", input))).toBe("completed");
  expect(server.ran).toEqual([input]);
  const again = approvalIn(await server.call("notes.create", input));
  expect(again).not.toBe(id);
});

test("whoever is asked about an equal call again learns that the first was approved and has begun, and so does its caller", async () => {
  const server = inboxFixture();
  const first = await waitFor(server, input);
  expect(await server.desk.get(first, annaHerself)).not.toHaveProperty("earlier");
  await server.desk.approve(first, annaHerself);
  const approvedAt = server.clock.now().getTime();
  server.clock.advance(1000);
  expect(summary(await server.call("notes.create", input))).toBe("completed");
  const { callId } = server.audit.records.at(-1) ?? {};
  const told = expect.stringMatching(
    /^This call has not run yet.*same call was approved before.*find out first/,
  );
  const expected = { state: "pending", earlier: { callId, approvedAt } };
  // The second time nobody answers, and the message stays.
  for (let time = 0; time < 2; time++) {
    const asked = await server.call("notes.create", input);
    expect(asked).toMatchObject({ failure: { message: told } });
    expect(await server.desk.get(approvalIn(asked), annaHerself)).toMatchObject(expected);
    server.clock.advance(hour);
  }
  expect(await server.desk.get(await waitFor(server, { text: "b" }), annaHerself)).not.toHaveProperty(
    "earlier",
  );
});

test("a person sees who asks for what, with every argument, and what it does", async () => {
  const server = inboxFixture({
    tools: [tool({ ...criticalRisk, owner: "notes team", dryRun: { mode: "supported", preview } })],
  });
  const id = await waitFor(server, { text: "a\u202eb" });
  expect(await server.desk.get(id, annaHerself)).toMatchObject({
    id,
    state: "pending",
    asker: { id: "anna", kind: "agent", tenant: "acme" },
    channel: "in process",
    shown: {
      title: "Create a note",
      riskLevel: "critical",
      owner: "notes team",
      input: { text: "a\u202eb" },
      plan: { count: 1 },
      sideEffects: [{ kind: "sends" }],
      label: { rows: expect.arrayContaining([expect.objectContaining({ id: "outside", tone: "much" })]) },
      message: expect.stringContaining('- text: `"a\\u{202e}b"`'),
    },
  });
});

test("a no is passed on with its reason, and stays a no until the approval would have expired", async () => {
  const server = inboxFixture();
  const id = await waitFor(server);
  await server.desk.deny(id, annaHerself, { reason: "Wrong customer." });
  const told = await server.call("notes.create", input);
  expect(told).toMatchObject({
    failure: { code: "confirmation_declined", message: expect.stringContaining('"Wrong customer."') },
  });
  server.clock.advance(hour - 1);
  expect(summary(await server.call("notes.create", input))).toBe("refused confirmation_declined");
  server.clock.advance(1);
  expect(await waitFor(server)).not.toBe(id);
  expect(server.ran).toEqual([]);
});

test("an approval can be taken back until it is used", async () => {
  const server = inboxFixture();
  const id = await waitFor(server);
  expect(await server.desk.approve(id, annaHerself)).toMatchObject({ ok: true });
  expect(await server.desk.deny(id, annaHerself)).toMatchObject({ ok: true });
  expect(summary(await server.call("notes.create", input))).toBe("refused confirmation_declined");
});

test("an approval waits an hour for a decision, and an hour for its call", async () => {
  const server = inboxFixture();
  const late = await waitFor(server);
  server.clock.advance(hour);
  expect(await server.desk.approve(late, annaHerself)).toMatchObject({ ok: false, why: "ended" });
  const inTime = await waitFor(server);
  server.clock.advance(hour - 1);
  expect(await server.desk.approve(inTime, annaHerself)).toMatchObject({ ok: true });
  server.clock.advance(hour - 1);
  const unused = { text: "b" };
  await server.desk.approve(await waitFor(server, unused), annaHerself);
  expect(summary(await server.call("notes.create", input))).toBe("completed");
  server.clock.advance(hour);
  expect(summary(await server.call("notes.create", unused))).toBe("refused approval_pending");
  expect(server.ran).toEqual([input]);
});

test("only the person for whom the agent acts approves, unless the contract names a permission", async () => {
  const server = inboxFixture();
  const id = await waitFor(server);
  const { desk: approvals } = server;
  for (const stranger of [carla, person("anna", { tenant: "other" }), person("bob")]) {
    expect(await approvals.get(id, stranger)).toBeUndefined();
    expect(await approvals.approve(id, stranger)).toMatchObject({ ok: false, why: "unknown" });
  }
  const named = inboxFixture({
    tools: [tool({ ...highRisk, confirmation: { kind: "always", from: "notes:approve" } })],
  });
  const another = await waitFor(named);
  expect(await named.desk.approve(another, annaHerself)).toMatchObject({
    ok: false,
    why: "unknown",
  });
  expect(await named.desk.approve(another, carla)).toMatchObject({ ok: true });
});

test("an agent never approves, nor does anybody whose log-in has expired", async () => {
  const server = inboxFixture();
  const id = await waitFor(server);
  const { desk: approvals } = server;
  const now = server.clock.now().getTime() / 1000;
  for (const nobody of [
    { principal: anna },
    person("anna", { kind: "agent" }),
    person("anna", { expiresAt: now }),
    person(""),
    { operator: " " },
  ]) {
    expect(await approvals.approve(id, nobody)).toMatchObject({ ok: false, why: "not_a_person" });
    expect(await approvals.list(nobody)).toEqual([]);
  }
});

test("where somebody else has to approve, whoever asked cannot, also not as an operator", async () => {
  const server = inboxFixture({ tools: [tool(other)] });
  const id = await waitFor(server);
  const { desk: approvals } = server;
  const asAnna = person("anna", { permissions: ["notes:write", "notes:approve"] });
  expect(await approvals.approve(id, asAnna)).toMatchObject({ ok: false, why: "own_call" });
  expect(await approvals.approve(id, { operator: "anna" })).toMatchObject({ ok: false, why: "own_call" });
  expect(await approvals.get(id, asAnna)).toMatchObject({ objection: "own_call" });
  expect(await approvals.approve(id, carla)).toMatchObject({ ok: true });
  expect(summary(await server.call("notes.create", input))).toBe("completed");
});

test("two approvers are two different people, who are signed in: an operator could be one of them", async () => {
  const server = inboxFixture({ tools: [tool(two)] });
  const id = await waitFor(server);
  const { desk: approvals } = server;
  expect(await approvals.approve(id, carla)).toMatchObject({ ok: true, approval: { state: "pending" } });
  expect(await approvals.approve(id, carla)).toMatchObject({ ok: false, why: "decided_before" });
  expect(summary(await server.call("notes.create", input))).toBe("refused approval_pending");
  expect(await approvals.approve(id, dora)).toMatchObject({ ok: true, approval: { state: "approved" } });
  expect(summary(await server.call("notes.create", input))).toBe("completed");
  const next = await waitFor(server);
  expect(await approvals.approve(next, carla)).toMatchObject({ ok: true });
  for (const each of [operator, { operator: "otto" }])
    expect(await approvals.approve(next, each)).toMatchObject({
      ok: false,
      why: "needs_signed_in_people",
      message: expect.stringContaining("each of them signed in"),
    });
  expect(await approvals.get(next, operator)).toMatchObject({ objection: "needs_signed_in_people" });
  expect(summary(await server.call("notes.create", input))).toBe("refused approval_pending");
  expect(await approvals.deny(next, operator)).toMatchObject({ ok: true, approval: { state: "denied" } });
});

test("a changed plan or contract voids the approval", async () => {
  let count = 1;
  const withPlan = tool({ ...highRisk, dryRun: { mode: "supported", preview } });
  const server = inboxFixture({ tools: [withPlan], plan: () => ({ count }) });
  await server.desk.approve(await waitFor(server), annaHerself);
  count = 2;
  expect(summary(await server.call("notes.create", input))).toBe("refused approval_pending");
  expect(server.ran).toEqual([]);

  const before = inboxFixture();
  const id = await waitFor(before);
  await before.desk.approve(id, annaHerself);
  const after = inboxFixture({
    store: before.store,
    clock: before.clock,
    tools: [tool({ ...highRisk, title: "Another" })],
  });
  expect(await after.desk.get(id, annaHerself)).toMatchObject({ withdrawn: "contract_changed" });
  expect(summary(await after.call("notes.create", input))).toBe("refused approval_pending");
  expect(after.ran).toEqual([]);
});

test("a tool of high risk is approved in the inbox alone, and others where the client can ask, unless the operator says from where", async () => {
  const asks = async (options: Parameters<typeof inboxFixture>[0]): Promise<string> =>
    summary(await inboxFixture(options).call("notes.create", input, { canAsk: true }));
  const critical = tool(criticalRisk);
  expect(await asks({ tools: [tool({ ...highRisk, riskLevel: "medium" })] })).toBe("input_required");
  expect(await asks({ approvals: {} })).toBe("refused approval_pending");
  expect(await asks({ approvals: {}, tools: [critical] })).toBe("refused approval_pending");
  expect(await asks({ approvals: { inboxFrom: "critical" } })).toBe("input_required");
  expect(await asks({ approvals: { inboxFrom: "critical" }, tools: [critical] })).toBe(
    "refused approval_pending",
  );
  const either = tool({ ...criticalRisk, confirmation: { kind: "always", by: "either" } });
  expect(await asks({ tools: [either] })).toBe("input_required");
  const here = inboxFixture({ tools: [tool({ ...highRisk, confirmation: { kind: "always", by: "here" } })] });
  expect(summary(await here.call("notes.create", input))).toBe("refused confirmation_required");
});

test("an answer from the client approves nothing that is approved in the inbox alone", async () => {
  const either = fixture({ tools: [tool(criticalRisk)] });
  const asked = await either.call("notes.create", input, { canAsk: true });
  if (asked.kind !== "input_required") throw new Error("nobody was asked");
  const answer = {
    state: asked.state,
    action: "accept",
    content: { phrase: asked.request.phrase ?? "" },
  } as const;
  const server = inboxFixture({ tools: [tool(criticalRisk)] });
  expect(await server.call("notes.create", input, { canAsk: true, answer })).toMatchObject({
    failure: { code: "confirmation_unanswered", details: { answer: "not_here" } },
  });
  expect(server.ran).toEqual([]);
});

test("what is answered in the client no longer waits in the inbox, and a no in the inbox counts in the client", async () => {
  const server = inboxFixture();
  const { desk: approvals } = server;
  const id = await waitFor(server);
  expect(summary(await server.approved("notes.create", input))).toBe("completed");
  expect(statesOf(await approvals.list(annaHerself))).toEqual(["answered_here"]);
  expect(await approvals.approve(id, annaHerself)).toMatchObject({ ok: false, why: "ended" });
  expect(summary(await server.call("notes.create", input))).toBe("refused approval_pending");

  const asked = await server.call("notes.create", input, { canAsk: true });
  if (asked.kind !== "input_required") throw new Error("nobody was asked");
  await approvals.deny(await waitFor(server), annaHerself);
  const answer = { state: asked.state, action: "accept", content: { confirm: true } } as const;
  expect(summary(await server.call("notes.create", input, { canAsk: true, answer }))).toBe(
    "refused confirmation_declined",
  );
  expect(server.ran).toHaveLength(1);
});

test("one caller can let only so many calls wait", async () => {
  const server = inboxFixture({ approvals: { perCaller: 3 } });
  const outcomes = await Promise.all(
    Array.from({ length: 10 }, (_, number) => server.call("notes.create", { text: `${number}` })),
  );
  const waiting = outcomes.filter((each) => summary(each) === "refused approval_pending");
  expect(waiting.length).toBeLessThanOrEqual(3);
  expect(outcomes.filter((each) => summary(each) === "refused rate_limit_exceeded")).toHaveLength(
    10 - waiting.length,
  );
  const open = (await server.desk.list(annaHerself)).filter(({ state }) => state === "pending");
  expect(open).toHaveLength(waiting.length);
  expect(summary(await server.callAs(ben)("notes.create", input))).toBe("refused approval_pending");
  for (const { id } of open) await server.desk.deny(id, annaHerself);
  expect(summary(await server.call("notes.create", { text: "later" }))).toBe("refused approval_pending");
});

test("the trail says who asked, who decided where and why, and who approved what ran", async () => {
  const server = inboxFixture({ tools: [tool(two)] });
  const id = await waitFor(server);
  await server.desk.approve(id, carla, { via: "inbox", reason: "Looks right." });
  await server.desk.approve(id, dora, { via: "slack" });
  await server.call("notes.create", input);
  await server.desk.deny(await waitFor(server), carla);
  const told = server.audit.records.flatMap(
    ({ kind, failure, decision, principal, via, reason, approvers, request }) =>
      request === undefined
        ? []
        : [
            [
              kind,
              failure ?? decision ?? "",
              principal?.id,
              via,
              reason,
              approvers?.map((each) => `${each.id} ${each.via}`),
            ],
          ],
  );
  expect(told).toEqual([
    ["outcome", "approval_pending", "anna", undefined, undefined, undefined],
    ["decision", "approved", "carla", "inbox", "Looks right.", undefined],
    ["decision", "approved", "dora", "slack", undefined, undefined],
    ["approval", "", "anna", undefined, undefined, ["carla inbox", "dora slack"]],
    ["outcome", "", "anna", undefined, undefined, undefined],
    ["outcome", "approval_pending", "anna", undefined, undefined, undefined],
    ["decision", "denied", "carla", "in process", undefined, undefined],
  ]);
  const requests = server.audit.records.flatMap(({ request }) => request ?? []);
  expect(new Set(requests).size).toBe(2);
});

test("a server that cannot keep approvals does not start", () => {
  const start = (options: object) => () => inboxFixture(options);
  const { list: _list, ...withoutList } = memoryStore();
  expect(start({ store: undefined, stateKeys: undefined })).toThrow("needs a `store` and `stateKeys`");
  expect(start({ stateKeys: undefined })).toThrow("needs a `store` and `stateKeys`");
  expect(start({ store: withoutList })).toThrow("needs a store with `list`");
  expect(start({ approvals: { waitMs: 8 * 24 * hour } })).toThrow("seven days");
  expect(start({ approvals: { url: "javascript:alert(1)" } })).toThrow("http or https");
  expect(start({ approvals: { inboxFrom: "most" } })).toThrow("`inboxFrom` must be one of low, medium");
  expect(start({ approvals: { inboxFrom: "forbidden" } })).toThrow("one of low, medium, high, critical");
  expect(start({ approvals: { tasks: "false" } })).toThrow("`tasks` must be true or false");
  expect(start({ approvals: { waitMS: 1000 } })).toThrow("there is no option `waitMS`; there are `url`");
  expect(start({ approvals: undefined, tools: [tool(other)] })).toThrow(
    "`notes.create` is approved in the inbox",
  );
});
