import { manifest } from "@backoffice/client";
import type { BackofficeClient } from "@backoffice/client";
import type { NotesTools } from "@backoffice/schemas";
import { clientFailureCodes } from "@proviso/client";
import type { ClientFailureCode, Failure, FailureOf, Result } from "@proviso/client";
import { expect, expectTypeOf, test } from "vitest";

type CreateFailure = FailureOf<NotesTools["create"]>;

/** A `switch` that knows every failure: what is left over has the type `never`, or this file does not compile. */
function explain(failure: CreateFailure): string {
  switch (failure.code) {
    case "project_not_found":
    case "customer_not_found":
    case "invalid_input":
      return "Correct the input.";
    case "dry_run_required":
    case "plan_stale":
      return "Plan again.";
    case "step_up_required":
    case "requirement_unmet":
    case "permission_denied":
    case "policy_violation":
    case "refused_by_guard":
    case "unknown_tool":
      return "You may not.";
    case "confirmation_required":
    case "confirmation_declined":
    case "confirmation_unanswered":
    case "declined_by_person":
      return "Nobody said yes.";
    case "approval_pending":
    case "paused":
    case "rate_limit_exceeded":
    case "in_progress":
    case "timeout":
    case "server_unavailable":
    case "transport_error":
    case "unanswered_by_person":
      return "Try again later.";
    case "cancelled":
    case "idempotency_conflict":
    case "internal_error":
    case "outcome_unknown":
      return "Look at what happened.";
    default:
      return failure satisfies never;
  }
}

/** One case is missing, so this does not compile. */
function forgetful(failure: Failure<"timeout"> | Failure<"project_not_found">): string {
  switch (failure.code) {
    case "timeout":
      return "Try again later.";
    default:
      // @ts-expect-error -- `project_not_found` is left
      return failure satisfies never;
  }
}

test("a switch over the failures of a tool is exhaustive", () => {
  const declared = manifest.tools.find(({ name }) => name === "notes.create")?.failureModes ?? [];
  const codes = [...declared.map(({ code }) => code), ...clientFailureCodes];
  expect(codes.length).toBeGreaterThan(10);
  for (const code of codes)
    expect(explain({ code, message: "", retry: "never" } as CreateFailure)).toMatch(/\.$/);
  expect(forgetful({ code: "timeout", message: "", retry: "never" })).toBe("Try again later.");
});

// What follows is checked by the compiler, when it checks the types of the tests.

/** A failure is one of the contract's or of the guard's, and no other. */
expectTypeOf<"timeout">().toExtend<CreateFailure["code"]>();
expectTypeOf<ClientFailureCode>().toExtend<CreateFailure["code"]>();
expectTypeOf<"order_not_found">().not.toExtend<CreateFailure["code"]>();
expectTypeOf<string>().not.toExtend<CreateFailure["code"]>();

/** A result has a value or a failure, and must be checked before use. */
type Created = Awaited<ReturnType<BackofficeClient["notes"]["create"]>>;
expectTypeOf<Created>().toEqualTypeOf<
  Result<{ readonly noteId: string; readonly createdAt: string }, CreateFailure>
>();
// @ts-expect-error -- there is no value until `ok` has been looked at
expectTypeOf<Created["value"]>().toBeUnknown();

/** Arguments are those of the contract, and forbidden tools have no method. */
expectTypeOf<BackofficeClient["notes"]["create"]>().parameter(0).toHaveProperty("text");
expectTypeOf<BackofficeClient>().not.toHaveProperty("secrets");
expectTypeOf<BackofficeClient>().not.toHaveProperty("audit");
