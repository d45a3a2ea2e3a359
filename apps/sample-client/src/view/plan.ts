import type { Plan } from "@proviso/client";
import { pc } from "./paint.ts";
import { viewEstimate } from "./duration.ts";
import { width } from "./request.ts";
import { visible, wrap } from "./text.ts";
import { viewValue } from "./value.ts";

/** A plan: the tool's own preview first, then the fields of every plan. */
export function viewPlan(plan: Plan): string {
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
