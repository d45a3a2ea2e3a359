import { manifest } from "@backoffice/client";
import { answeredByPerson, createGuard } from "@proviso/client";
import type { Activity, ConfirmRequest, Drift, JsonObject, WireCall, WireResult } from "@proviso/client";
import { expect, test } from "vitest";
import { createActivityView, viewDrift } from "../src/session/activity.ts";
import { anna, done, fakeServer } from "./fake-backoffice.ts";

const bulk = { templateId: "t_1", segmentId: "s_1" };
const plan = {
  dryRun: true,
  warnings: [],
  missingPermissions: [],
  expectedSideEffects: ["3 emails will be sent."],
  estimatedDurationMs: 5,
  recipientCount: 3,
  sampleMessages: [],
};
const sent = { campaignId: "cmp_1", status: "sent", sent: 3, skipped: 0 };

/** Calls once, with a person who says `yes`; expects the lines of the feed. */
async function check(
  tool: string,
  input: JsonObject,
  answer: (call: WireCall) => WireResult,
  yes: boolean | undefined,
  expected: readonly string[],
): Promise<void> {
  const lines: string[] = [];
  const confirm = (request: ConfirmRequest) => {
    const phrase = request.kind === "call" && request.phrase ? { phrase: request.phrase } : {};
    return Promise.resolve(answeredByPerson(request, { yes: yes === true, ...phrase }));
  };
  const guard = createGuard(fakeServer(answer), {
    manifest,
    env: "test",
    retry: { minDelayMs: 0 },
    onActivity: createActivityView((line) => lines.push(line), "test"),
    ...(yes === undefined ? {} : { confirm }),
  });
  await guard.call(tool, input);
  expect(lines.join("\n").split("\n")).toEqual(expected);
}

test("a read that works at the second attempt", async () => {
  let left = 1;
  const flaky = (): WireResult => {
    if (left-- > 0) throw new Error("gone");
    return done(anna);
  };
  await check("customers.get", { customerId: "cus_0001" }, flaky, undefined, [
    "  · decided    customers.get  run in test",
    "  → called     customers.get",
    "  ↻ retried    customers.get  attempt 2: it is safe to repeat",
    "  ✔ completed  customers.get",
  ]);
});

test("a plan that a person approves", () =>
  check("emails.bulk_send", bulk, (call) => done(call.input["dryRun"] ? plan : sent), true, [
    "  · decided    emails.bulk_send  ask in test: confirmation, not autonomous,",
    "               risk, destructive",
    "  → called     emails.bulk_send  dry run: nothing is done",
    "  ◇ planned    emails.bulk_send  3 emails will be sent.",
    "  ? asked      emails.bulk_send  waits for a person",
    "  ✔ answered   emails.bulk_send  a person said yes",
    "  → called     emails.bulk_send",
    "  ✔ completed  emails.bulk_send",
  ]));

test("a call that a person declines, and one with nobody to ask", async () => {
  const input = { userId: "usr_0001" };
  const decided = [
    "  · decided    users.delete  ask in test: confirmation, not autonomous,",
    "               risk, destructive",
  ];
  await check("users.delete", input, () => done({}), false, [
    ...decided,
    "  ? asked      users.delete  waits for a person",
    "  ✖ answered   users.delete  no yes was given",
    "  ✖ refused    users.delete  declined_by_person",
  ]);
  await check("users.delete", input, () => done({}), undefined, [
    ...decided,
    "  ✖ refused    users.delete  refused_by_guard",
  ]);
});

test("an agent's progress is shown step by step, another tool's in quarters", () => {
  const lines: string[] = [];
  const view = createActivityView((line) => lines.push(line), "test");
  const tell = (tool: string, follow: boolean, progress: number, message?: string): void =>
    view({
      tool,
      kind: "progress",
      follow,
      progress: { progress, total: 8, ...(message ? { message } : {}) },
    } satisfies Activity);
  tell("research.investigate_account", true, 0, "Reading orders");
  tell("research.investigate_account", true, 1, "Reading \u001b[2Jnotes");
  for (const step of [0, 1, 2, 3, 4]) tell("exports.bulk_export", false, step);
  expect(lines).toEqual([
    "  … progress   research.investigate_account  0 %  Reading orders",
    "  … progress   research.investigate_account  0 %  Reading \\u{1b}[2Jnotes",
    "  … progress   exports.bulk_export  25 %",
    "  … progress   exports.bulk_export  50 %",
  ]);
});

test("a changed tool is named with what changed; a loosened one with how to unblock it", () => {
  const change = (what: string, verdict: Drift["verdict"]) => ({ what, verdict });
  const changed: Drift = {
    tool: "customers.get",
    kind: "changed",
    verdict: "changed",
    changes: [change("description", "changed")],
    hash: "ab12",
  };
  const loosened: Drift = {
    ...changed,
    verdict: "loosened",
    changes: [...changed.changes, change("contract.riskLevel", "loosened")],
  };
  expect(viewDrift([changed])).toMatch(/customers\.get: .*ask\s+before calling \(description\)/s);
  expect(viewDrift([loosened])).toMatch(/\(contract\.riskLevel\).*blocked.*--acknowledge\s+ab12/s);
});

test("a server cannot flood the terminal with changes, or hide among them", () => {
  const changes = Array.from({ length: 5_000 }, (_, n) => ({
    what: `contract.\u001b[2J${"x".repeat(500)}${n}`,
    verdict: "changed" as const,
  }));
  const text = viewDrift([{ tool: "a.b", kind: "changed", verdict: "changed", changes, hash: "ab12" }]);
  expect(text.replaceAll(/\s+/g, " ")).toContain("and 4992 more");
  expect(text).not.toContain("\u001b[2J");
  expect(text.length).toBeLessThan(1_000);
});

test("nor with how many tools it changes", () => {
  const many = Array.from({ length: 5_000 }, (_, n) => ({
    tool: `t${n}${"x".repeat(500)}`,
    kind: "changed" as const,
    verdict: "changed" as const,
    changes: [],
    hash: "ab12",
  }));
  const lines = viewDrift(many).split("\n");
  expect(lines.length).toBeLessThan(100);
  expect(lines.at(-1)).toContain("4980 more tools");
});

test("a server's words are cut in the feed", () => {
  const lines: string[] = [];
  const view = createActivityView((line) => lines.push(line), "test");
  const message = "word ".repeat(100_000);
  const request = { kind: "question", id: "1", expiresAt: "", view: [], message, schema: {} } as const;
  view({ kind: "asked", request });
  expect(lines.join("").length).toBeLessThan(1_000);
});
