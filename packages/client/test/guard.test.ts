import type { JsonObject, Plan } from "@proviso/manifest";
import { expect, test } from "vitest";
import { createGuard } from "../src/index.ts";
import type { Activity, Confirm, ConfirmRequest, OpenWorldCall } from "../src/index.ts";
import { contract, deletion, manifestOf, mode } from "./contract.ts";
import { done, failure, fakeConnection, listed, listedPlan } from "./fake-connection.ts";
import { check, over, yes } from "./harness.ts";

test("a harmless read runs unasked", async () => {
  const asked: ConfirmRequest[] = [];
  const confirm = (request: ConfirmRequest) => (asked.push(request), yes(request));
  await check(
    over(contract(), () => done(), { confirm }),
    "customers.get",
    "ok",
    1,
  );
  expect(asked).toEqual([]);
});

test("without a person to ask, whatever needs one is refused and nothing is sent", async () => {
  await check(
    over(deletion(), () => done()),
    "customers.delete",
    "refused_by_guard",
    0,
  );
});

test("a refusal carries its reasons", async () => {
  const result = await over(deletion(), () => done()).guard.call("customers.delete", {});
  expect(!result.ok && result.failure).toMatchObject({
    message:
      "It requires a person's confirmation. An agent may not run it alone. Its risk is high or critical. It changes something that cannot be undone. A person must approve it, and nobody can be asked here.",
    details: { reasons: ["confirmation", "not_autonomous", "risk", "destructive"] },
  });
});

test("a person sees the arguments, the effects and the reasons, and their no sends nothing", async () => {
  const asked: ConfirmRequest[] = [];
  const confirm = (request: ConfirmRequest) => (
    asked.push(request),
    Promise.resolve({ approved: false } as const)
  );
  const tool = deletion();
  await check(
    over(tool, () => done(), { confirm }),
    tool.name,
    "declined_by_person",
    0,
    { customerId: "cus_1" },
  );
  expect(asked).toMatchObject([
    {
      kind: "call",
      tool: tool.name,
      riskLevel: "critical",
      input: { customerId: "cus_1" },
      effects: tool.sideEffects,
    },
  ]);
});

test("a critical tool wants the phrase that names the request, typed", async () => {
  for (const answer of [{}, { phrase: "" }, { phrase: "delete" }, { phrase: "delete 000000" }])
    await check(
      over(deletion(), () => done(), {
        confirm: ({ id }) => Promise.resolve({ approved: true, requestId: id, ...answer }),
      }),
      "customers.delete",
      "declined_by_person",
      0,
    );
  await check(
    over(deletion(), () => done(), { confirm: yes }),
    "customers.delete",
    "ok",
    1,
  );
});

test("the phrase changes with the arguments", async () => {
  const phrases: (string | undefined)[] = [];
  const confirm = (request: ConfirmRequest) => {
    if (request.kind === "call") phrases.push(request.phrase);
    return Promise.resolve({ approved: false } as const);
  };
  const { guard } = over(deletion(), () => done(), { confirm });
  await guard.call("customers.delete", { customerId: "cus_1" });
  await guard.call("customers.delete", { customerId: "cus_2" });
  expect(phrases[0]).toMatch(/^delete [0-9a-f]{6}$/);
  expect(phrases[0]).not.toBe(phrases[1]);
});

test("a confirm that throws is no answer, and not a person's no", async () => {
  const confirm = () => Promise.reject(new Error("window closed"));
  await check(
    over(deletion(), () => done(), { confirm }),
    "customers.delete",
    "unanswered_by_person",
    0,
  );
});

test("a tool that nobody pinned and nobody lists is unknown, whatever its name", async () => {
  for (const name of ["customers.nope", "constructor", "__proto__", "secrets.read_password"])
    await check(
      over(contract(), () => done()),
      name,
      "unknown_tool",
      0,
    );
});

const bulk = deletion({
  name: "emails.bulk_send",
  dryRun: { mode: "required", preview: { type: "object" } },
});
const plan: Plan = {
  dryRun: true,
  warnings: ["2 addresses are undeliverable."],
  missingPermissions: [],
  expectedSideEffects: ["3 emails."],
  estimatedDurationMs: 5,
  recipientCount: 3,
};

test("a required dry run comes first, its plan is shown, and only then the call is made", async () => {
  const asked: ConfirmRequest[] = [];
  const confirm = (request: ConfirmRequest) => (asked.push(request), yes(request));
  const { guard, connection } = over(bulk, (call) => done(call.input["dryRun"] ? plan : { sent: 3 }), {
    confirm,
  });
  expect(await guard.call(bulk.name, { templateId: "t" })).toMatchObject({ ok: true, value: { sent: 3 } });
  expect(connection.calls.map((call) => call.input)).toEqual([
    { templateId: "t", dryRun: true },
    { templateId: "t" },
  ]);
  expect(asked).toMatchObject([{ plan, input: { templateId: "t" } }]);
});

test("a dry run that fails ends the call before anybody is asked", async () => {
  const asked: ConfirmRequest[] = [];
  const confirm = (request: ConfirmRequest) => (asked.push(request), yes(request));
  await check(
    over(bulk, () => failure("permission_denied"), { confirm }),
    bulk.name,
    "permission_denied",
    1,
  );
  expect(asked).toEqual([]);
});

test("plan returns the plan, needs nobody, and only exists where the contract offers it", async () => {
  const { guard } = over(bulk, () => done(plan));
  expect(await guard.plan(bulk.name, {})).toMatchObject({ ok: true, value: { recipientCount: 3 } });
  expect(await guard.call(bulk.name, { dryRun: true })).toMatchObject({
    ok: true,
    value: { recipientCount: 3 },
  });
  expect(await over(contract(), () => done()).guard.plan("customers.get", {})).toMatchObject({
    failure: { code: "refused_by_guard" },
  });
});

test("a server that executes when asked for a dry run has an unknown outcome", async () => {
  await check(
    over(bulk, () => done({ sent: 3 }), { confirm: yes }),
    bulk.name,
    "outcome_unknown",
    1,
  );
});

test("002: a requirement that is certainly unmet is refused by name, an unknown one is not looked at", async () => {
  const rocket = contract({
    name: "rockets.launch",
    requirements: ["env:production", "state:weather.clear"],
  });
  const requirements = { "env:production": "unmet", "state:weather.clear": "met" } as const;
  const refusing = over(rocket, () => done(), { requirements });
  const result = await refusing.guard.call(rocket.name, {});
  expect(!result.ok && result.failure.details).toEqual({
    reasons: ["requirement_unmet"],
    unmet: ["env:production"],
  });
  await check(
    over(rocket, () => done(), { requirements: { "env:production": "unmet" } }),
    rocket.name,
    "ok",
    1,
  );
});

test("once untrusted content and private data were seen, sending out asks", async () => {
  const page = contract({
    name: "web.read",
    dataFlow: { readsPrivate: true, returnsUntrusted: true, sendsOut: false },
  });
  const post = contract({
    name: "web.post",
    dataFlow: { readsPrivate: false, returnsUntrusted: false, sendsOut: true },
  });
  const connection = fakeConnection([listed(page), listed(post)], () => done());
  const guard = createGuard(connection, { manifest: manifestOf(page, post), env: "test" });
  expect((await guard.call("web.post", {})).ok).toBe(true);
  expect((await guard.call("web.read", {})).ok).toBe(true);
  expect(await guard.call("web.post", {})).toMatchObject({
    failure: { details: { reasons: ["sends_out"] } },
  });
});

test("004: open-world calls are logged apart, with what was sent; others are not", async () => {
  const log: OpenWorldCall[] = [];
  const onOpenWorldCall = (call: OpenWorldCall) => void log.push(call);
  await over(contract(), () => done(), { onOpenWorldCall }).guard.call("customers.get", {});
  expect(log).toEqual([]);
  const web = contract({ name: "web.read", hints: { ...contract().hints, openWorldHint: true } });
  await over(web, () => done(), { onOpenWorldCall }).guard.call("web.read", { url: "https://example.com/" });
  expect(log).toMatchObject([{ tool: "web.read", input: { url: "https://example.com/" } }]);
});

test("the activity feed tells each step of a call in order", async () => {
  const kinds: string[] = [];
  const onActivity = (activity: Activity) => void kinds.push(activity.kind);
  const { guard } = over(bulk, (call) => done(call.input["dryRun"] ? plan : {}), {
    confirm: yes,
    onActivity,
  });
  await guard.call(bulk.name, {});
  expect(kinds).toEqual(["decided", "called", "planned", "asked", "answered", "called", "completed"]);
});

test("the activity feed tells refusals, retries and the answers of a person", async () => {
  const kinds: string[] = [];
  const onActivity = (activity: Activity) => void kinds.push(activity.kind);
  await over(deletion(), () => done(), { onActivity }).guard.call("customers.delete", {});
  expect(kinds.splice(0)).toEqual(["decided", "refused"]);
  const confirm = () => Promise.resolve({ approved: false } as const);
  await over(deletion(), () => done(), { onActivity, confirm }).guard.call("customers.delete", {});
  expect(kinds.splice(0)).toEqual(["decided", "asked", "answered", "refused"]);
  let left = 1;
  const flaky = over(contract(), () => (left-- > 0 ? failure("timeout") : done()), { onActivity });
  await flaky.guard.call("customers.get", {});
  expect(kinds).toEqual(["decided", "called", "retried", "completed"]);
});

test("what is sent is the canonical copy that was approved", async () => {
  const input: Record<string, unknown> = { b: 1.0, a: "x", gone: undefined };
  const confirm = (request: ConfirmRequest) => {
    input["b"] = 999;
    return yes(request);
  };
  const { guard, connection } = over(deletion(), () => done(), { confirm });
  await guard.call("customers.delete", input);
  expect(connection.calls[0]?.input).toEqual({ a: "x", b: 1 } satisfies JsonObject);
});

test("a person cannot be outrun: a call cancelled while they think is not sent", async () => {
  const abort = new AbortController();
  const confirm = (request: ConfirmRequest) => (abort.abort(), yes(request));
  const { guard, connection } = over(deletion(), () => done(), { confirm });
  const result = await guard.call("customers.delete", {}, { signal: abort.signal });
  expect(!result.ok && result.failure.code).toBe("refused_by_guard");
  expect(connection.calls).toEqual([]);
});

test("a call that is cancelled does not wait for the person, whose dialog is told and whose answer is none", async () => {
  const abort = new AbortController();
  const kinds: string[] = [];
  let closed = false;
  const confirm: Confirm = (request, signal) => {
    signal?.addEventListener("abort", () => (closed = true));
    setImmediate(() => abort.abort());
    return new Promise((resolve) => signal?.addEventListener("abort", () => resolve(yes(request))));
  };
  const { guard, connection } = over(deletion(), () => done(), {
    confirm,
    onActivity: ({ kind }) => kinds.push(kind),
  });
  const result = await guard.call("customers.delete", {}, { signal: abort.signal });
  expect(result).toMatchObject({ failure: { message: "The call was cancelled before it was sent." } });
  expect({ closed, calls: connection.calls, kinds }).toEqual({
    closed: true,
    calls: [],
    kinds: ["decided", "asked", "refused"],
  });
});

test("a plan is made by the tool that is listed for it, or by the argument; no call reaches it otherwise", async () => {
  const preview = { type: "object", properties: {} };
  const tool = deletion({ dryRun: { mode: "supported", preview } });
  const beside = listedPlan(tool);
  const other = { ...beside, annotations: { ...beside.annotations, destructiveHint: true } };
  const planned = {
    dryRun: true,
    warnings: [],
    missingPermissions: [],
    expectedSideEffects: [],
    estimatedDurationMs: 0,
  };
  for (const [tools, sent] of [
    [[listed(tool), beside], { name: "customers.delete_plan", input: {} }],
    [[listed(tool)], { name: "customers.delete", input: { dryRun: true } }],
    // One that no longer only plans gets no arguments unasked.
    [[listed(tool), other], { name: "customers.delete", input: { dryRun: true } }],
    [
      [listed(tool), { ...beside, inputSchema: { type: "object" } }],
      { name: "customers.delete", input: { dryRun: true } },
    ],
  ] as const) {
    const connection = fakeConnection(tools, () => done(planned));
    const guard = createGuard(connection, { manifest: manifestOf(tool) });
    expect((await guard.plan(tool.name, {})).ok).toBe(true);
    expect(connection.calls).toMatchObject([sent]);
    expect(await guard.call("customers.delete_plan", {})).toMatchObject({
      failure: { code: "unknown_tool" },
    });
    expect((await guard.inspect()).tools.tools.map(({ name }) => name)).toEqual(["customers.delete"]);
    expect(connection.calls).toHaveLength(1);
  }
});

test("tools whose names go over the wire with underscores are called so", async () => {
  const tool = contract();
  const connection = fakeConnection([{ ...listed(tool), name: "customers_get" }], () => done());
  const guard = createGuard(connection, { manifest: { ...manifestOf(tool), wireNames: "underscore" } });
  expect((await guard.call("customers.get", {})).ok).toBe(true);
  expect(connection.calls[0]?.name).toBe("customers_get");
});

test("an unreachable server is a typed failure, and is asked again at the next call", async () => {
  let reachable = false;
  const connection = fakeConnection([listed(contract())], () => done());
  const flaky = {
    ...connection,
    listTools: () => (reachable ? connection.listTools() : Promise.reject(new Error("down"))),
  };
  const guard = createGuard(flaky, {
    manifest: manifestOf(contract(), deletion({ failureModes: [mode("timeout")] })),
  });
  expect(await guard.call("customers.get", {})).toMatchObject({ failure: { code: "transport_error" } });
  reachable = true;
  expect((await guard.call("customers.get", {})).ok).toBe(true);
});

test("a call waits as long as its contract says, and for the person only where the server may ask one", async () => {
  for (const [tool, least, most] of [
    [contract({ timeoutMs: 1_000 }), 1_000, 60_000],
    [contract({ timeoutMs: 1_000, confirmation: { kind: "when", condition: "true" } }), 300_000, 3_600_000],
  ] as const) {
    const { guard, connection } = over(tool, () => done(), { confirm: yes });
    await guard.call(tool.name, {});
    expect(connection.timeouts[0]).toBeGreaterThan(least);
    expect(connection.timeouts[0]).toBeLessThan(most);
  }
});
