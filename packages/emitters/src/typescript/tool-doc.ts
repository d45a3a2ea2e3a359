import {
  approverLeeway,
  approverText,
  budgetText,
  demandedLogIn,
  exceptionOf,
  exceptionText,
  timeSpan,
} from "@proviso/manifest";
import type { Confirmation, Refinement, SideEffect, ToolContract } from "@proviso/manifest";
import { commentLine, commentText } from "./doc-comment.ts";

/** The doc comment of a tool's method: what it does and changes, who agrees, how it fails. */
export function toolDoc(tool: ToolContract): string[] {
  const { requirements, deprecated } = tool;
  const reader = tool.reconcile;
  return [
    commentText(tool.description),
    "",
    `- Risk: ${tool.riskLevel}. ${confirmationText(tool.confirmation)}${exceptionWords(tool)}${stepUpText(tool)}`,
    ...refinementLines(tool.refinements ?? []),
    ...(tool.dryRun?.mode === "required" ? ["- Needs a dry run first."] : []),
    ...(requirements.length > 0 ? [`- Requires: ${failureCodesText(requirements)}.`] : []),
    ...(tool.permissions.length > 0 ? [`- Permissions: ${failureCodesText(tool.permissions)}.`] : []),
    ...effectLines(tool.sideEffects),
    ...idempotencyLines(tool),
    ...(reader === undefined
      ? []
      : [`- Before it says that an outcome is unknown, the server asks \`${commentLine(reader)}\`.`]),
    ...rateLimitLines(tool),
    ...(tool.budget ? [`- At most ${commentLine(budgetText(tool.budget))}.`] : []),
    ...failureLines(tool),
    ...(deprecated
      ? [`@deprecated ${commentLine(deprecated.reason)}${successorText(deprecated.successor)}`]
      : []),
  ];
}

/** Declared failures only. Implied ones are documented once, with their type in the runtime. */
function failureLines({ failureModes }: ToolContract): string[] {
  const declared = failureModes.filter(({ implied }) => !implied).map(({ code }) => code);
  return declared.length > 0 ? [`- Fails with: ${failureCodesText(declared)}.`] : [];
}

function confirmationText(confirmation: Confirmation): string {
  if (confirmation.kind === "never") return "Runs without confirmation.";
  const calls =
    confirmation.kind === "always" ? "every call" : `when \`${commentLine(confirmation.condition)}\``;
  const approvers = approverText(confirmation);
  const leeway = approverLeeway(confirmation);
  const more = leeway === "" ? "" : ` In the inbox an approver may ${commentLine(leeway)}.`;
  return `A person confirms ${calls}${approvers === "" ? "" : `, ${commentLine(approvers)}`}.${more}`;
}

function exceptionWords(tool: ToolContract): string {
  const exception = exceptionOf(tool);
  return exception ? ` Nobody is asked up to ${commentLine(exceptionText(exception))}.` : "";
}

function refinementLines(refinements: readonly Refinement[]): string[] {
  return refinements.map(
    (each) =>
      `- Where \`${commentLine(each.when)}\`: ${each.riskLevel} risk. ${confirmationText(each.confirmation)}${stepUpText(each)}`,
  );
}

function stepUpText(rules: ToolContract | Refinement): string {
  const stepUp = demandedLogIn(rules);
  if (!stepUp) return "";
  const when = stepUp.kind === "when" ? ` when \`${commentLine(stepUp.condition)}\`` : "";
  const age = stepUp.maxAgeMs === undefined ? "" : `, not older than ${timeSpan(stepUp.maxAgeMs)}`;
  const level = stepUp.acr === undefined ? "" : `, at level \`${commentLine(stepUp.acr)}\``;
  return ` Stronger authentication${when}${age}${level}.`;
}

function effectLines(effects: readonly SideEffect[]): string[] {
  if (effects.length === 0) return ["- Changes nothing."];
  return effects.map(({ kind, description, reversible, external }) => {
    const nature = [...(reversible ? [] : ["cannot be undone"]), ...(external ? ["leaves the system"] : [])];
    const verb = kind === "unclassified" ? "Effect" : kind.charAt(0).toUpperCase() + kind.slice(1);
    return `- ${verb}${nature.length > 0 ? ` (${nature.join(", ")})` : ""}: ${commentLine(description)}`;
  });
}

function idempotencyLines({ idempotency }: ToolContract): string[] {
  if (!idempotency) return [];
  const { key, ttlMs, onRepeat } = idempotency;
  const same = key.length > 0 ? `the same ${failureCodesText(key)}` : "the same idempotency key";
  const then = onRepeat === undefined ? "Returns the first outcome." : commentLine(onRepeat);
  return [`- Repeated with ${same} within ${timeSpan(ttlMs)}: ${then}`];
}

function rateLimitLines({ rateLimit }: ToolContract): string[] {
  if (!rateLimit) return [];
  const per = timeSpan(rateLimit.perMs).replace(/^1 /, "");
  return [`- At most ${rateLimit.limit} calls per ${per}.`];
}

function successorText(successor: string | undefined): string {
  return successor === undefined ? "" : ` Use \`${commentLine(successor)}\`.`;
}

function failureCodesText(names: readonly string[]): string {
  return names.map((name) => `\`${commentLine(name)}\``).join(", ");
}
