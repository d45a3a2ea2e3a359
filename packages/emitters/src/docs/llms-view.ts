import type { ToolModel } from "@proviso/compiler";
import { effectiveContract, type WireNames, wireInputSchema, wireName } from "@proviso/manifest";
import { generatedNotice } from "../generated-notice.ts";
import type { View } from "../render-template.ts";
import type { Catalogue } from "./catalogue.ts";
import { asksShort, behaviours, changesShort, dryRunSentence } from "./describe.ts";
import { code, joined, type Markdown, paragraphs, text } from "./markdown.ts";
import { schemaFields } from "./schema-fields.ts";

/** What agents may read: no forbidden tool, no domain that has nothing else, and no link to a page for reviewers. */
export function llmsView(
  all: Catalogue,
  product: string,
  wireNames: WireNames,
): { readonly [name: string]: View } {
  const domains = all.domains.map((domain) => ({
    name: text(domain.name),
    description: paragraphs(domain.description),
    tools: domain.tools
      .filter((tool) => tool.riskLevel !== "forbidden")
      .map((tool) => toolView(tool, wireNames)),
  }));
  return {
    notice: generatedNotice() as Markdown,
    product: text(product),
    domains: domains.filter((domain) => domain.tools.length > 0),
  };
}

function toolView(tool: ToolModel, wireNames: WireNames): View {
  return {
    name: code(wireName(tool.name, wireNames)),
    description: paragraphs(tool.description),
    risk: text(tool.riskLevel),
    behaviours: joined(
      behaviours(tool.hints).map((word) => text(word)),
      ", ",
    ),
    asks: asksShort(tool),
    changes: changesShort(tool.sideEffects),
    refinements: (tool.refinements ?? []).map((refinement) => ({
      when: code(refinement.when),
      risk: text(refinement.riskLevel),
      asks: asksShort(effectiveContract(tool, refinement)),
      changes: changesShort(refinement.sideEffects),
    })),
    dryRun: dryRunSentence(tool),
    permissions: tool.permissions.length === 0 ? text("none") : joined(tool.permissions.map(code), ", "),
    failures: joined(
      tool.failureModes.map((mode) => code(mode.code)),
      ", ",
    ),
    input: schemaFields(wireInputSchema(tool)),
    output: schemaFields(tool.outputSchema),
  };
}
