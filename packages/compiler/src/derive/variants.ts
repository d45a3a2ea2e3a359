import { refinedFacts, type Refinement } from "@proviso/manifest";
import type { Decoded, RefinementFields, ToolFields } from "../decode/document.ts";
import type { ToolModel } from "./model.ts";
import type { ResolvedTool } from "../resolve/resolve-tool.ts";
import { riskModel } from "./risk-model.ts";

/** A tool as it is for the inputs of one entry of `refine`, with the spans of that entry. */
export interface Variant extends ResolvedTool {
  readonly when: string;
}

export function variantsOf(tool: ResolvedTool): Variant[] {
  // Resolved tools are whole: every required field is there.
  const fields = tool.document.fields as ToolFields;
  return (fields.refine ?? []).map((written) => {
    const { when, riskLevel } = written.fields as RefinementFields;
    const nameSpan = when.textSpan ?? when.span;
    return {
      ...tool,
      when: when.text,
      name: `${tool.name} when ${shortenVariantName(when.text)}`,
      nameSpan,
      document: {
        ...tool.document,
        fields: refinedFields(fields, written, riskLevel?.span ?? nameSpan),
        keys: { ...tool.document.keys, ...written.keys },
      },
    };
  });
}

export function toRefinement({ when }: Variant, model: ToolModel): Refinement {
  return { when, ...refinedFacts(model) };
}

/**
 * The fields of the entry. Missing ones are the tool's if the entry's level asks as much, else the
 * defaults of its level. A wrong inherited field is reported at the entry.
 */
function refinedFields(
  tool: ToolFields,
  { fields: written }: Decoded<RefinementFields>,
  span: ToolFields["riskLevel"]["span"],
): ToolFields {
  const {
    refine: _all,
    autonomousExecution,
    agency,
    annotations,
    confirmation,
    // It is the whole tool's, at the level that the tool states.
    exception: _exception,
    riskReason,
    stepUpAuth,
    ...rest
  } = tool;
  const riskLevel = written.riskLevel ?? tool.riskLevel;
  const acting = agency ?? annotations?.fields.agencyHint;
  const { inherits } = riskModel[riskLevel.value];
  const isSame = riskLevel.value === tool.riskLevel.value;
  const reason = written.riskReason ?? (isSame ? riskReason : undefined);
  const takes = (kinds: readonly string[], kind: string | undefined): boolean =>
    kind !== undefined && (isSame || kinds.includes(kind));
  const confirmed =
    written.confirmation ??
    (takes(inherits.confirmations, confirmation?.value.kind) ? confirmation : undefined);
  const stepped =
    written.stepUpAuth ?? (takes(inherits.stepUps, stepUpAuth?.value.kind) ? stepUpAuth : undefined);
  return {
    ...rest,
    riskLevel,
    // A reason is one for a level.
    ...(reason && { riskReason: reason }),
    ...(isSame && autonomousExecution && !written.confirmation && { autonomousExecution }),
    // Stated hints describe the tool as written, not the entry.
    ...(acting && { agency: { ...acting, span } }),
    ...(confirmed && { confirmation: confirmed }),
    ...(stepped && { stepUpAuth: stepped }),
    sideEffects: written.sideEffects ?? tool.sideEffects.map((effect) => ({ ...effect, span })),
  };
}

const maxNameLength = 60;

function shortenVariantName(condition: string): string {
  const line = condition.replaceAll(/\s+/g, " ").trim();
  return line.length > maxNameLength ? `${line.slice(0, maxNameLength - 2)} …` : line;
}
