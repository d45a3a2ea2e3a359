import { expect, test } from "vitest";
import type { ImpliedFailureCode } from "@proviso/manifest";
import type { Outcome } from "../../src/api/outcome.ts";
import type { AdmittedCall } from "../../src/pipeline/call/call.ts";
import { fail, implied, refuse } from "../../src/pipeline/call/refuse.ts";
import { withEdits } from "../../src/pipeline/call/with-edits.ts";
import { failureMode, tool } from "../sample.ts";

const call = { tool: { contract: tool() } } as unknown as AdmittedCall;

test("only what passes by itself may be called again, unless the contract says otherwise", () => {
  const adviceOn = (code: ImpliedFailureCode, contract = tool()) => implied(contract, code, "No.").retry;
  for (const code of [
    "rate_limit_exceeded",
    "in_progress",
    "server_unavailable",
    "approval_pending",
    "paused",
  ] as const)
    expect([code, adviceOn(code)]).toEqual([code, "after"]);
  for (const code of ["permission_denied", "outcome_unknown", "internal_error", "invalid_input"] as const)
    expect([code, adviceOn(code)]).toEqual([code, "never"]);
  const declares = tool({ failureModes: [failureMode("paused", "never", true)] });
  expect([adviceOn("paused", declares), adviceOn("in_progress", declares)]).toEqual(["never", "after"]);
});

test("what is refused has not run, and what failed has", () => {
  const failure = { code: "timeout", message: "Too long.", retry: "never" };
  expect(refuse(call, "timeout", "Too long.")).toEqual({ kind: "refused", tool: "notes.create", failure });
  expect(fail(call, "timeout", "Too long.", { ms: 7 })).toEqual({
    kind: "failed",
    tool: "notes.create",
    failure: { ...failure, details: { ms: 7 } },
  });
});

test("an outcome says what an approver has changed, if there is a call", () => {
  const edits = [{ field: "text", from: "a", to: "b" }] as unknown as Parameters<typeof withEdits>[1];
  const refused = refuse(call, "timeout", "Too long.");
  expect(withEdits(refused, edits)).toEqual({ ...refused, edited: edits });
  const unknown = { kind: "unknown_tool", tool: "notes.absent" } as const;
  expect(withEdits(unknown, edits)).toEqual(unknown);
  const asked = { kind: "input_required", tool: "notes.create", state: "s" } as unknown as Outcome;
  expect(withEdits(asked, edits)).toEqual(asked);
});
