import { blockText, contentKinds, contentProblems } from "@proviso/client";
import type { ContentBlock, Failure, JsonObject, Plan, Result } from "@proviso/client";
import pc from "picocolors";
import { viewPlan } from "./plan.ts";
import { columns, indent, visible, wrap } from "./text.ts";
import { viewValue } from "./value.ts";

const failureAdvice = {
  never: undefined,
  after: "It may work later.",
  sameKey: "It may be repeated, under the same key only.",
} as const satisfies Record<Failure["retry"], string | undefined>;

export function viewResult(result: Result<object>): string {
  if (!result.ok) return viewFailure(result.failure);
  // Results come from a server: whatever their generated type, they are JSON.
  const value = result.value as JsonObject;
  const note = result.replayed ? pc.dim(" · had been done already: this is the first answer again") : "";
  if (value["dryRun"] === true) return `${pc.cyan("◇ Plan")}\n${indent(viewPlan(value as Plan), 2)}`;
  return `${pc.green("✔ Done")}${note}\n${indent(viewOutput(value), 2)}`;
}

/** Content blocks have a `type`; any other `content` is shown unchanged. */
function viewOutput(value: JsonObject): string {
  const { content, ...more } = value;
  const blocks = Array.isArray(content) ? content : [];
  if (blocks.length === 0 || !blocks.every(isContentBlock)) return viewValue(value, columns - 2);
  const shown = blocks.map((block) => wrap(visible(blockText(block)), 0, columns - 2));
  return [...shown, ...(Object.keys(more).length > 0 ? [viewValue(more, columns - 2)] : [])].join("\n");
}

function isContentBlock(block: unknown): block is ContentBlock {
  return contentProblems([block as JsonObject], { kinds: contentKinds }).length === 0;
}

export function viewFailure(failure: Failure): string {
  const next = failureAdvice[failure.retry];
  const details = failure.details ? [indent(viewValue(failure.details, columns - 2), 2)] : [];
  return [
    `${pc.red(`✖ ${visible(failure.code)}`)}  ${wrap(visible(failure.message), Math.min(40, failure.code.length + 4))}`,
    ...details,
    ...(next ? [pc.dim(indent(next, 2))] : []),
  ].join("\n");
}
