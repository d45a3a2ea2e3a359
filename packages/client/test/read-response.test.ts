import { metaKeys } from "@proviso/manifest";
import type { Json, JsonObject, ToolContract } from "@proviso/manifest";
import { expect, test } from "vitest";
import { createGuard } from "../src/index.ts";
import type { CreateGuardOptions, PlainResult, WireResult } from "../src/index.ts";
import { additive, contract, manifestOf, mode } from "./contract.ts";
import { failure, fakeConnection, listed } from "./fake-connection.ts";
import { over, yes } from "./harness.ts";

const once = { retry: { retries: 0 } };

/** The result of one call that the server answers so. */
function read(
  answer: WireResult,
  tool: ToolContract = contract(),
  options: CreateGuardOptions = {},
): Promise<PlainResult> {
  return over(tool, () => answer, { ...once, ...options }).guard.call(tool.name, {});
}

/** Reads the answer of a tool for which the client has no contract. */
function readForeign(answer: WireResult): Promise<PlainResult> {
  const tool = { name: "old_tool", inputSchema: { type: "object" }, meta: {} };
  const guard = createGuard(
    fakeConnection([tool], () => answer),
    { confirm: yes, ...once },
  );
  return guard.call(tool.name, {});
}

function completed(outcome: JsonObject): WireResult {
  return { kind: "completed", output: {}, meta: { [metaKeys.outcome]: outcome } };
}

test("a replayed result says so, and only if the server says exactly that", async () => {
  for (const [replayed, expected] of [
    [true, true],
    [false, false],
    ["yes", false],
  ] as const)
    expect(await read(completed({ kind: "completed", replayed }))).toStrictEqual({
      ok: true,
      value: {},
      replayed: expected,
    });
});

const edit = { field: "amount", from: 100, to: 40 };

test("what an approver has changed is passed on, without the entries that cannot be read", async () => {
  const edited: Json[] = [
    edit,
    { field: 1, from: 1, to: 2 },
    { field: "a", to: 2 },
    { field: "a", from: 1 },
    "amount",
    { ...edit, note: "extra" },
    { field: "note", from: null, to: "" },
  ];
  expect(await read(completed({ edited }))).toStrictEqual({
    ok: true,
    value: {},
    replayed: false,
    edited: [edit, edit, { field: "note", from: null, to: "" }],
  });
});

test("without a readable change, nothing is said of changes", async () => {
  for (const edited of [[], ["amount"], "amount", { 0: edit }])
    expect(await read(completed({ edited }))).toStrictEqual({ ok: true, value: {}, replayed: false });
});

test("a failure keeps its details, and an approver's changes beside them", async () => {
  const outcome = { [metaKeys.outcome]: { kind: "failed", edited: [edit] } };
  const failing = (details?: JsonObject): WireResult => {
    const sent = failure("permission_denied", details ? { details } : {});
    return { kind: "failed", text: "no", meta: { ...("meta" in sent && sent.meta), ...outcome } };
  };
  const told = { code: "permission_denied", message: "permission_denied.", retry: "never" };
  expect(await read(failing({ role: "clerk" }))).toStrictEqual({
    ok: false,
    failure: { ...told, details: { role: "clerk", edited: [edit] } },
  });
  expect(await read(failing())).toStrictEqual({
    ok: false,
    failure: { ...told, details: { edited: [edit] } },
  });
  expect(await read(failure("permission_denied", { details: { role: "clerk" } }))).toStrictEqual({
    ok: false,
    failure: { ...told, details: { role: "clerk" } },
  });
});

test.each<[declared: "never" | "after" | "sameKey", sent: Json, told: string]>([
  ["sameKey", "after", "after"],
  ["after", "sameKey", "sameKey"],
  ["after", "never", "never"],
  ["after", "always", "after"],
  ["sameKey", 1, "sameKey"],
  ["never", "after", "never"],
])("a failure declared %s that the server calls %s is told as %s", async (declared, sent, told) => {
  const tool = contract({ failureModes: [mode("timeout", declared)] });
  const result = await read(failure("timeout", { retry: sent }), tool);
  expect(!result.ok && result.failure.retry).toBe(told);
});

test("refused arguments are the contract's failure if it lists that, and otherwise no usable response", async () => {
  const answer: WireResult = { kind: "invalid_input", message: "text is required" };
  const declares = contract({ failureModes: [mode("timeout"), mode("invalid_input")] });
  const words = "The server refused the arguments: text is required";
  for (const [tool, code] of [
    [declares, "invalid_input"],
    [contract(), "transport_error"],
  ] as const)
    expect(await read(answer, tool)).toStrictEqual({
      ok: false,
      failure: { code, message: words, retry: "never" },
    });
});

test("without an answer, the failure says how the call may be repeated", async () => {
  const lost = async (tool: ToolContract): Promise<unknown> => {
    const { guard } = over(tool, () => Promise.reject(new Error("gone")), once);
    const result = await guard.call(tool.name, {});
    return !result.ok && [result.failure.code, result.failure.retry, result.failure.details];
  };
  const idempotent = { ...additive, idempotentHint: true };
  expect(await lost(contract())).toEqual(["transport_error", "after", undefined]);
  expect(await lost(contract({ hints: idempotent }))).toEqual(["outcome_unknown", "sameKey", undefined]);
  expect(await lost(contract({ hints: additive }))).toEqual(["outcome_unknown", "never", undefined]);
});

test("a refusal without a failure code leaves no doubt, and the call is not rejected", async () => {
  const refused: WireResult = {
    kind: "failed",
    text: "No.",
    meta: { [metaKeys.outcome]: { kind: "refused" } },
  };
  const result = await read(refused, contract({ hints: additive }));
  expect(!result.ok && result.failure.code).toBe("transport_error");
});

test("a tool that differs from its contract is not believed that it refused", async () => {
  const tool = contract({ hints: additive });
  const meta = {
    [metaKeys.failure]: { code: "rate_limit_exceeded" },
    [metaKeys.outcome]: { kind: "refused" },
  };
  const connection = fakeConnection([{ ...listed(tool), description: "New." }], () => ({
    kind: "failed",
    text: "Later.",
    meta,
  }));
  const retry = { retries: 2, minDelayMs: 0, maxDelayMs: 0 };
  const guard = createGuard(connection, { manifest: manifestOf(tool), confirm: yes, retry });
  expect(await guard.call(tool.name, {})).toMatchObject({ failure: { code: "rate_limit_exceeded" } });
  expect(connection.calls.length).toBe(1);
});

test("a failure of a tool without a contract is told in its server's words, and nothing more is claimed", async () => {
  const plain: WireResult = { kind: "failed", text: "Disk full.", meta: {} };
  expect(await readForeign(plain)).toStrictEqual({
    ok: false,
    failure: { code: "tool_error", message: "Disk full.", retry: "never" },
  });
  const coded = failure("disk_full", { message: "The disk is full.", retry: "after", details: { free: 0 } });
  expect(await readForeign(coded)).toStrictEqual({
    ok: false,
    failure: { code: "disk_full", message: "The disk is full.", retry: "never" },
  });
  const long = await readForeign(failure("x".repeat(101)));
  expect(!long.ok && long.failure.code).toBe(`${"x".repeat(100)}…`);
});

test("a foreign call that waits for a person may be made again later, with what can be checked of its approval", async () => {
  const details = { approval: "4f1c", url: "https://office.example/a" };
  expect(await readForeign(failure("approval_pending", { details }))).toMatchObject({
    failure: { code: "approval_pending", retry: "after", details: { ...details, host: "office.example" } },
  });
  const page = { url: "https://office.example/login", message: "Log in." };
  const links = await readForeign({ kind: "links_required", links: [page] });
  expect(!links.ok && [links.failure.code, links.failure.retry, links.failure.details]).toEqual([
    "links_required",
    "after",
    { retryAfterMs: 15_000 },
  ]);
});

test("a plan of a call that is already done says so, and only a plan", async () => {
  const preview = { type: "object", properties: {} };
  const output = {
    dryRun: true,
    warnings: [],
    missingPermissions: [],
    expectedSideEffects: [],
    estimatedDurationMs: 0,
  };
  const meta = { [metaKeys.outcome]: { kind: "planned", replayed: false, alreadyDone: true } };
  const { guard } = over(
    contract({ dryRun: { mode: "supported", preview } }),
    ({ input }) => ({ kind: "completed", output: input["dryRun"] === true ? output : {}, meta }),
    once,
  );
  expect(await guard.plan("customers.get", {})).toMatchObject({ ok: true, alreadyDone: true });
  expect(await guard.call("customers.get", {})).not.toHaveProperty("alreadyDone");
});
