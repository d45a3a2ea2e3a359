import type { DomainModel, ToolModel } from "@proviso/compiler";
import {
  effectiveContract,
  publicSchema,
  type WireNames,
  wireInputSchema,
  wireName,
} from "@proviso/manifest";
import { generatedNotice } from "../../text/generated-notice.ts";
import type { View } from "../../markdown/template-functions.ts";
import { isVisible } from "../../naming/project-names.ts";
import { asksShort, behaviours, changesShort, dryRunSentence, repeatSentence } from "./describe.ts";
import { code, joined, type Markdown, paragraphs, text } from "../../markdown/markdown.ts";
import type { PageView } from "./page.ts";
import { schemaFields } from "./schema-fields.ts";

/** What agents may read of a domain: no forbidden tool, and no link to a page for reviewers. */
export function llmsDomainView(domain: DomainModel, wireNames: WireNames): PageView {
  return {
    name: text(domain.name),
    description: paragraphs(domain.description),
    tools: domain.tools.filter(isVisible).map((tool) => toolView(tool, wireNames)),
  };
}

/** All that agents may read; a domain of forbidden tools alone has no part in it. */
export function llmsView(domains: readonly Markdown[], product: string): PageView {
  return { notice: generatedNotice() as Markdown, product: text(product), domains };
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
      asks: asksShort({ ...effectiveContract(tool, refinement), refinements: [] }),
      changes: changesShort(refinement.sideEffects),
    })),
    repeat: repeatSentence(tool),
    dryRun: dryRunSentence(tool),
    permissions: tool.permissions.length === 0 ? text("none") : joined(tool.permissions.map(code), ", "),
    failures: joined(
      tool.failureModes.map((mode) => code(mode.code)),
      ", ",
    ),
    input: schemaFields(wireInputSchema(tool)),
    output: schemaFields(publicSchema(tool.outputSchema)),
  };
}
