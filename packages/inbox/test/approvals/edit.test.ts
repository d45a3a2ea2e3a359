import { expect, test } from "vitest";
import { toResult } from "../../../server/src/adapters/wire/result.ts";
import type { Outcome } from "../../../server/src/api/outcome.ts";
import { anna, fixture, highRisk, preview, summary, tool } from "../sample.ts";
import { carla, dora, operator, other, person, two, url, waitFor } from "./people.ts";

const inputSchema = {
  type: "object",
  properties: {
    amount: { type: "integer", minimum: 5, maximum: 1000 },
    to: { type: "array", items: { type: "string" } },
    text: { type: "string" },
  },
  required: ["amount", "to"],
  additionalProperties: false,
} as const;
const noon = Date.parse("2026-01-01T12:00:00Z") / 1000;
const edit = ["amount", "to"];
const refund = tool({ ...other, inputSchema, confirmation: { ...other.confirmation, edit } });
const asked = { amount: 100, to: ["a", "b", "c"] };

function refunds(options: Parameters<typeof fixture>[0] = {}) {
  return fixture({ tools: [refund], approvals: { url }, ...options });
}

function editsOf(outcome: Outcome): unknown {
  return "edited" in outcome ? outcome.edited : undefined;
}

test("an approver narrows a call, and the same call runs narrowed, once, and says so", async () => {
  const server = refunds();
  const id = await waitFor(server, asked);
  const { desk: approvals } = server;
  expect(await approvals.approve(id, carla, { change: { amount: 60, to: ["a", "c"] } })).toMatchObject({
    ok: true,
    approval: { state: "approved", revision: 1, shown: { input: { amount: 60, to: ["a", "c"] } } },
  });
  expect((await approvals.get(id, carla))?.shown.message).toMatch(/amount: `60`/);
  const done = await server.call("notes.create", asked);
  expect(summary(done)).toBe("completed");
  expect(server.ran).toEqual([{ amount: 60, to: ["a", "c"] }]);
  const edited = [
    { field: "amount", from: 100, to: 60 },
    { field: "to", from: ["a", "b", "c"], to: ["a", "c"] },
  ];
  expect(editsOf(done)).toEqual(edited);
  expect(toResult(done as never, "notes.create")).toMatchObject({
    content: [
      { type: "text" },
      {
        text: expect.stringContaining(
          "A person has changed the arguments of this call: `amount` was 100 and is 60;",
        ),
      },
    ],
    _meta: { "dev.proviso/outcome": { kind: "completed", edited } },
  });
  expect(summary(await server.call("notes.create", asked))).toBe("refused approval_pending");
  expect(server.ran).toHaveLength(1);
});

test("the trail says who changed what, and with which arguments the call ran", async () => {
  const server = refunds();
  const id = await waitFor(server, asked);
  await server.desk.approve(id, carla, { change: { amount: 60 } });
  await server.call("notes.create", asked);
  expect(server.audit.records.filter(({ edited }) => edited)).toMatchObject([
    { kind: "decision", decision: "approved", edited: ["amount"], principal: { id: "carla" } },
    { kind: "approval", edited: ["amount"], input: { ...asked, amount: 60 }, approvers: [{ id: "carla" }] },
  ]);
});

test.each([
  ["a larger number", { amount: 101 }, /`amount` must be a number between 0 and 100/],
  ["nothing", { amount: 0 }, /and not 0/],
  ["the other sign", { amount: -50 }, /between 0 and 100/],
  ["another type", { amount: "50" }, /must be a number/],
  ["an item that was not asked for", { to: ["a", "d"] }, /`to` must be some of its items/],
  ["an item more often", { to: ["a", "a"] }, /some of its items/],
  ["another order", { to: ["b", "a"] }, /some of its items/],
  ["an empty list", { to: [] }, /leave at least one, or deny/],
  [
    "an argument that may not be changed",
    { text: "b" },
    /`text` cannot be changed; an approver may narrow `amount`, `to`/,
  ],
  ["an argument that does not exist", { note: 1 }, /`note` cannot be changed/],
  ["the same", { amount: 100 }, /nothing is changed/],
  ["what does not fit the contract", { amount: 4 }, /\/amount must be >= 5/],
  ["no whole number", { amount: 50.5 }, /\/amount must be integer/],
])("an approver cannot put %s in its place", async (_, change, message) => {
  const server = refunds();
  const id = await waitFor(server, { ...asked, text: "a" });
  const result = await server.desk.approve(id, carla, { change });
  expect(result).toEqual({ ok: false, why: "not_narrower", message: expect.stringMatching(message) });
  expect(summary(await server.call("notes.create", { ...asked, text: "a" }))).toBe(
    "refused approval_pending",
  );
  expect(server.ran).toEqual([]);
});

test("without `edit` in the contract nothing can be changed", async () => {
  const server = refunds({ tools: [tool({ ...other, inputSchema })] });
  const id = await waitFor(server, asked);
  expect(await server.desk.approve(id, carla, { change: { amount: 60 } })).toMatchObject({
    ok: false,
    message: "`amount` cannot be changed; an approver changes no argument of this tool",
  });
});

test("what others approved before a change does not count, and nobody approves what they have not seen", async () => {
  const server = refunds({
    tools: [tool({ ...two, inputSchema, confirmation: { ...two.confirmation, edit } })],
  });
  const id = await waitFor(server, asked);
  const { desk: approvals } = server;
  expect(await approvals.approve(id, carla)).toMatchObject({ ok: true, approval: { state: "pending" } });
  expect(await approvals.approve(id, dora, { change: { amount: 60 } })).toMatchObject({
    ok: true,
    approval: { state: "pending", decisions: [{ by: { id: "dora" } }] },
  });
  expect(await approvals.approve(id, carla)).toMatchObject({ ok: false, why: "revised" });
  expect(await approvals.approve(id, dora, { revision: 1 })).toMatchObject({
    ok: false,
    why: "decided_before",
  });
  expect(summary(await server.call("notes.create", asked))).toBe("refused approval_pending");
  expect(await approvals.approve(id, carla, { revision: 1 })).toMatchObject({
    ok: true,
    approval: { state: "approved" },
  });
  expect(summary(await server.call("notes.create", asked))).toBe("completed");
  expect(server.ran).toEqual([{ ...asked, amount: 60 }]);
});

test("a changed call is planned when it is made again, and approved with that plan", async () => {
  const planned = tool({
    ...other,
    inputSchema,
    confirmation: { ...other.confirmation, edit },
    dryRun: { mode: "supported", preview },
  });
  const server = refunds({
    tools: [planned],
    plan: ({ amount }) => ({ count: Number(amount) }),
  });
  const { desk: approvals } = server;
  const id = await waitFor(server, asked);
  expect(await approvals.approve(id, carla, { change: { amount: 60 } })).toMatchObject({
    ok: true,
    approval: { state: "pending", decisions: [], edited: { isUnbound: true } },
  });
  expect(await approvals.approve(id, carla, { revision: 1 })).toMatchObject({ ok: false, why: "unbound" });
  const waits = await server.call("notes.create", asked);
  expect(waits).toMatchObject({
    failure: { code: "approval_pending" },
    waits: { approval: id, isNew: false },
  });
  expect(editsOf(waits)).toEqual([{ field: "amount", from: 100, to: 60 }]);
  expect(await approvals.get(id, carla)).toMatchObject({
    revision: 2,
    shown: {
      plan: { count: 60 },
      message: expect.stringMatching(/2026-01-01 13:00 UTC[^]*amount: `60`/),
    },
  });
  expect(await approvals.approve(id, carla, { revision: 1 })).toMatchObject({ ok: false, why: "revised" });
  expect(await approvals.approve(id, carla, { revision: 2 })).toMatchObject({ ok: true });
  expect(summary(await server.call("notes.create", asked))).toBe("completed");
  expect(server.ran).toEqual([{ ...asked, amount: 60 }]);
});

test("the rules of the changed call apply to it: a policy can refuse it", async () => {
  const server = refunds({
    policies: {
      "*": ({ input: { amount } }) =>
        amount === 60 ? { effect: "deny", reason: "no sixties" } : { effect: "allow" },
    },
  });
  const id = await waitFor(server, asked);
  await server.desk.approve(id, carla, { change: { amount: 60 } });
  const refused = await server.call("notes.create", asked);
  expect(summary(refused)).toBe("refused policy_violation");
  expect(editsOf(refused)).toHaveLength(1);
  expect(server.ran).toEqual([]);
});

test("a refinement that asks more of the changed call gets it", async () => {
  const confirmation = { ...other.confirmation, edit };
  const { autonomousExecution, stepUpAuth, sideEffects, hints, dataFlow } = refund;
  const more = { riskLevel: "high", autonomousExecution, stepUpAuth, sideEffects, hints, dataFlow } as const;
  const refined = tool({
    ...other,
    inputSchema,
    confirmation,
    refinements: [{ ...more, when: "input.amount < 70", confirmation: { ...confirmation, approvers: 2 } }],
  });
  const server = refunds({ tools: [refined] });
  const { desk: approvals } = server;
  const id = await waitFor(server, asked);
  await approvals.approve(id, carla, { change: { amount: 60 } });
  await server.call("notes.create", asked);
  expect(await approvals.approve(id, carla, { revision: 2 })).toMatchObject({
    ok: true,
    approval: { state: "pending", rules: { approvers: 2 } },
  });
  await approvals.approve(id, dora, { revision: 2 });
  expect(summary(await server.call("notes.create", asked))).toBe("completed");
});

test("the log-in that a refinement asks of the changed call is the one that is given", async () => {
  const confirmation = { ...other.confirmation, edit };
  const { autonomousExecution, sideEffects, hints, dataFlow } = refund;
  const common = {
    riskLevel: "high",
    autonomousExecution,
    sideEffects,
    hints,
    dataFlow,
    confirmation,
  } as const;
  const minute = 60_000;
  for (const [asksFirst, recent] of [
    [{ kind: "never" }, noon - 30],
    [{ kind: "always", maxAgeMs: 60 * minute }, noon],
  ] as const) {
    const tools = [
      tool({
        ...other,
        inputSchema,
        confirmation,
        stepUpAuth: asksFirst,
        refinements: [
          {
            ...common,
            when: "input.amount < 70",
            stepUpAuth: { kind: "always", acr: "mfa", maxAgeMs: minute },
          },
        ],
      }),
    ];
    const server = refunds({ tools });
    const { desk: approvals } = server;
    const stale = { ...anna, authTime: noon - 7200 };
    const call = async () => summary(await server.callAs(stale)("notes.create", asked));
    const id = await waitFor(server, asked, stale);
    const herself = (acr: string) => person("anna", { authTime: recent, acr });
    await approvals.approve(id, herself("pwd"));
    await approvals.approve(id, carla, { change: { amount: 60 } });
    expect(await call()).toBe("refused approval_pending");
    expect(await approvals.get(id, carla)).toMatchObject({ revision: 2, rules: { logIn: { acr: "mfa" } } });
    await approvals.approve(id, carla, { revision: 2 });
    expect(await approvals.approve(id, herself("pwd"), { revision: 2 })).toMatchObject({
      why: "log_in_too_old",
    });
    expect([await call(), server.ran]).toEqual(["refused approval_pending", []]);
    await approvals.approve(id, herself("mfa"), { revision: 2 });
    expect([await call(), server.ran]).toEqual(["completed", [{ ...asked, amount: 60 }]]);
  }
});

test("a repeated call with the same key gets the outcome of the changed one, and nothing runs again", async () => {
  const server = refunds();
  const keyed = { principal: anna, idempotencyKey: "k" };
  const invoke = () => server.server.invoke("notes.create", asked, keyed);
  const first = await invoke();
  const id = "failure" in first ? String(first.failure.details?.["approval"]) : "";
  await server.desk.approve(id, carla, { change: { amount: 60 } });
  const done = await invoke();
  expect(await invoke()).toEqual({ ...done, replayed: true });
  expect(editsOf(done)).toHaveLength(1);
  expect(server.ran).toHaveLength(1);
});

test("a no after a change counts, and the changed call itself was never approved", async () => {
  const server = refunds();
  const id = await waitFor(server, asked);
  await server.desk.approve(id, carla, { change: { amount: 60 } });
  expect(summary(await server.call("notes.create", { ...asked, amount: 60 }))).toBe(
    "refused approval_pending",
  );
  await server.desk.deny(id, operator);
  expect(summary(await server.call("notes.create", asked))).toBe("refused confirmation_declined");
  expect(server.ran).toEqual([]);
});

test("a form answered in the client does not run what an approver has changed meanwhile", async () => {
  const either = tool({ ...highRisk, inputSchema, confirmation: { kind: "always", by: "either", edit } });
  const server = refunds({ tools: [either] });
  const id = await waitFor(server, asked);
  const invoke = (more: object) => server.server.invoke("notes.create", asked, { principal: anna, ...more });
  const question = await invoke({ canAsk: true });
  if (question.kind !== "input_required") throw new Error("nobody was asked");
  const { state } = question;
  await server.desk.approve(id, operator, { change: { amount: 60 } });
  const yes = { answer: { state, action: "accept", content: { confirm: true } } };
  expect(await invoke(yes)).toMatchObject({
    failure: { code: "confirmation_unanswered", details: { answer: "another_request" } },
  });
  expect(await invoke({ approval: "0".repeat(48) })).toMatchObject({
    failure: { code: "confirmation_unanswered", details: { answer: "used" } },
  });
  expect(server.ran).toEqual([]);
  expect(summary(await invoke({ answer: { state, action: "decline" } }))).toBe(
    "refused confirmation_declined",
  );
  expect(summary(await invoke({}))).toBe("refused approval_pending");
  expect(server.ran).toEqual([]);
});

test("a call without a caller, or whose input cannot be read, is refused before an edit is looked for", async () => {
  const { server, call } = refunds();
  expect(await server.invoke("notes.create", asked, {})).toMatchObject({
    kind: "refused",
    failure: { code: "permission_denied" },
  });
  expect(summary(await call("notes.create", ["no object"]))).toBe("refused invalid_input");
});

test("a call that only a refinement lets an approver narrow runs narrowed", async () => {
  const { confirmation, riskLevel, autonomousExecution, stepUpAuth, sideEffects, hints, dataFlow } = refund;
  const rules = { confirmation, riskLevel, autonomousExecution, stepUpAuth, sideEffects, hints, dataFlow };
  const refinements = [{ ...rules, when: "input.amount > 10" }];
  const server = refunds({ tools: [tool({ ...other, inputSchema, refinements })] });
  const id = await waitFor(server, asked);
  const { desk: approvals } = server;
  await approvals.approve(id, carla, { change: { amount: 60 } });
  // Which rules apply to it is found by making it again.
  expect(summary(await server.call("notes.create", asked))).toBe("refused approval_pending");
  const [waiting] = await approvals.list(carla);
  await approvals.approve(id, carla, { revision: waiting?.revision ?? 0 });
  expect(summary(await server.call("notes.create", asked))).toBe("completed");
  expect(server.ran).toEqual([{ ...asked, amount: 60 }]);
});

test("narrowed arguments that a new version of the contract no longer takes end the approval: the call is asked about anew", async () => {
  const server = refunds();
  const id = await waitFor(server, asked);
  await server.desk.approve(id, carla, { change: { amount: 60 } });
  const properties = { ...inputSchema.properties, amount: { type: "integer", minimum: 80, maximum: 1000 } };
  const { store, clock } = server;
  const tools = [tool({ ...refund, inputSchema: { ...inputSchema, properties } })];
  const deployed = refunds({ tools, store, clock });
  const outcome = await deployed.call("notes.create", asked);
  expect(summary(outcome)).toBe("refused approval_pending");
  expect(editsOf(outcome)).toBeUndefined();
});
