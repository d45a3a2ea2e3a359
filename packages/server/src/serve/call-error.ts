import type { Failure, ImpliedFailureCode } from "@proviso/manifest";
import type { Outcome } from "../api/outcome.ts";

/** The outcome of a call without a result. */
export type Unfinished = Exclude<Outcome, { readonly kind: "completed" | "planned" }>;

/** Thrown by a typed call without a result: refused, failed, or a person has to be asked. */
export class CallError extends Error {
  override readonly name = "CallError";
  readonly tool: string;
  /** The code of the failure; `unknown_tool` or `input_required` if there is no failure. */
  readonly code: string;
  /** Absent if the tool is unknown to the caller or a person has to be asked. */
  readonly failure: Failure | undefined;
  /** With `input_required`, it holds the question and its sealed state. */
  readonly outcome: Unfinished;

  constructor(outcome: Unfinished) {
    super(messageOf(outcome));
    this.tool = outcome.tool;
    this.failure = "failure" in outcome ? outcome.failure : undefined;
    this.code = this.failure?.code ?? outcome.kind;
    this.outcome = outcome;
  }
}

function messageOf(outcome: Unfinished): string {
  if ("failure" in outcome) return `${outcome.tool}: ${outcome.failure.message}`;
  return outcome.kind === "input_required"
    ? `${outcome.tool}: a person has to approve this call. Ask, and call again with \`answer\`.`
    : `${outcome.tool}: unknown tool`;
}

type OneOf<Code extends string> = { [Each in Code]: Failure<Each> }[Code];

/** The failures of a tool, from its generated types: its contract's, and those of every call. */
export type FailureOf<Tool> = Tool extends { failures: infer Declared }
  ? OneOf<Extract<Declared[keyof Declared], string> | ImpliedFailureCode>
  : never;

/** The failure of a call to this tool, for a `switch` over codes. Undefined for other errors. */
export function failureOf<Tool>(error: unknown): FailureOf<Tool> | undefined {
  return error instanceof CallError ? (error.failure as FailureOf<Tool> | undefined) : undefined;
}
