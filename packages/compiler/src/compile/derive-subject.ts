import type { ResolvedTool } from "../resolve/resolve-tool.ts";
import type { RuleSubject } from "../rules/facts/rule.ts";
import { deriveTool } from "../derive/derive-tool.ts";
import { toRefinement, variantsOf } from "../derive/variants.ts";

/** A tool and its variants, each complete, with the fields as written. */
export function deriveSubject(tool: ResolvedTool): RuleSubject {
  const variants = variantsOf(tool).map((variant) => ({ variant, model: deriveTool(variant) }));
  const refinements = variants.map(({ variant, model }) => toRefinement(variant, model));
  return {
    tool: deriveTool(tool, refinements),
    written: tool.document.fields,
    variants: variants.map(({ variant, model }) => ({ tool: model, written: variant.document.fields })),
  };
}
