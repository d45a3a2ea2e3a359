import {
  blockText,
  type ContentBlock,
  contentKinds,
  contentProblems,
  type Failure,
  type JsonObject,
  type Plan,
  type Result,
} from "@proviso/client";
import { pc } from "./paint.ts";
import { timeSpan } from "@proviso/manifest";
import { viewEstimate } from "./duration.ts";
import { columns, indent, visible, wrap } from "./text.ts";
import { viewValue } from "./value.ts";
import { width } from "./request.ts";

const failureAdvice = {
  never: undefined,
  after: "It may work later.",
  sameKey: "It may be repeated, under the same key only.",
} as const satisfies Record<Failure["retry"], string | undefined>;

export function viewResult(result: Result<object>): string {
  if (!result.ok) return viewFailure(result.failure);
  // Results come from a server: whatever their generated type, they are JSON.
  const value = result.value as JsonObject;
  const note = result.replayed ? pc.dim(" · already done: this is the stored result") : "";
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

/** What a person or a rule decided: nothing went wrong. */
const refusalCodes: readonly string[] = [
  "confirmation_declined",
  "confirmation_required",
  "declined_by_person",
  "refused_by_guard",
  "unanswered_by_person",
];

/** In red, except for a refusal, or where the failure is what somebody wanted to see. */
export function viewFailure(
  failure: Failure,
  paint: (text: string) => string = refusalCodes.includes(failure.code) ? pc.yellow : pc.red,
): string {
  const next = failureAdvice[failure.retry];
  const details = failure.details ? [indent(viewValue(readable(failure.details), columns - 2), 2)] : [];
  return [
    `${paint(`✖ ${visible(failure.code)}`)}  ${wrap(visible(failure.message), Math.min(40, failure.code.length + 4))}`,
    ...details,
    ...(next ? [pc.dim(indent(next, 2))] : []),
  ].join("\n");
}

/** Lengths of time as people say them: `maxAge  30 minutes` for `maxAgeMs: 1800000`. */
function readable(details: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(details).map(([name, value]) =>
      typeof value === "number" && /[a-z]Ms$/.test(name)
        ? [name.slice(0, -2), value % 1000 === 0 ? timeSpan(value) : viewEstimate(value)]
        : [name, value],
    ),
  );
}

/** A plan: the tool's own preview first, then the fields of every plan. */
function viewPlan(plan: Plan): string {
  const {
    dryRun: _,
    warnings,
    missingPermissions,
    expectedSideEffects,
    estimatedDurationMs,
    ...preview
  } = plan;
  const lists = [
    ...viewLines("will happen", expectedSideEffects, String),
    ...viewLines("warning", warnings, pc.yellow),
    ...viewLines("missing permission", missingPermissions, pc.red),
  ];
  const duration = estimatedDurationMs > 0 ? [pc.dim(`takes ${viewEstimate(estimatedDurationMs)}`)] : [];
  return [viewValue(preview, width - 2), ...lists, ...duration].join("\n");
}

function viewLines(
  label: string,
  texts: readonly string[],
  paint: (text: string) => string,
): readonly string[] {
  return texts.map((text) => paint(`- ${wrap(`${label}: ${visible(text)}`, 2, width - 2)}`));
}
