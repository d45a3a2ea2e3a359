import type { Located, ToolDocument, WrittenEffect } from "../decode/document.ts";
import type { Report } from "../report/diagnostic.ts";
import { nearest } from "../report/did-you-mean.ts";
import { resolveErrors } from "./problems.ts";
import { isIncomplete } from "./project-names.ts";
import type { ToolScope } from "./tool-schemas.ts";
import { fullName } from "./used-names.ts";

/** The tool with each declared effect in the place of its name. Not `whole` if one is not declared. */
export function withNamedEffects(tool: ToolDocument, place: ToolScope, report: Report): ToolDocument {
  const { sideEffects, refine } = tool.fields;
  let isKnown = true;
  const effectOf = (written: Located<WrittenEffect>): Located<WrittenEffect> => {
    const effect = findEffect(written, place, report);
    isKnown &&= effect !== undefined;
    return { ...written, value: effect ?? written.value };
  };
  const fields = {
    ...tool.fields,
    ...(sideEffects && { sideEffects: sideEffects.map(effectOf) }),
    ...(refine && {
      refine: refine.map(({ fields: refined, ...refinement }) => ({
        ...refinement,
        fields: {
          ...refined,
          ...(refined.sideEffects && { sideEffects: refined.sideEffects.map(effectOf) }),
        },
      })),
    }),
  };
  return { ...tool, fields, whole: tool.whole && isKnown };
}

function findEffect(
  { value, span }: Located<WrittenEffect>,
  { domain, names }: ToolScope,
  report: Report,
): WrittenEffect | undefined {
  const { named } = value;
  if (named === undefined) return value;
  const full = fullName(domain, named);
  const found = names.effects.get(full);
  if (!found && !names.misread.has(full) && !isIncomplete(names)) {
    const near = nearest(full, names.effects.keys());
    const problem = { effect: named, nearest: near?.replace(new RegExp(`^${domain}\\.`), "") };
    report(resolveErrors.at(span, "unknown-effect", problem));
  }
  return found;
}
