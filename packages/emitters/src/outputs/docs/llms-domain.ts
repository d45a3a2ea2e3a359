import type { DomainModel, ToolModel } from "@proviso/compiler";
import {
  effectiveContract,
  publicSchema,
  type SideEffect,
  type WireNames,
  wireInputSchema,
  planName,
  wireName,
} from "@proviso/manifest";
import type { TemplateView } from "../../templates/view.ts";
import { isVisible } from "../../naming/project-outline.ts";
import { asksWord, behaviours, changesShort, dryRunSentence, repeatSentence } from "./describe.ts";
import { code, joined, paragraphs, phrase, text } from "../../text/markdown.ts";
import type { PageView } from "./page.ts";
import { contentSentence } from "./content-sentence.ts";
import { schemaFields } from "./schema-fields.ts";

/** A domain for agents: no forbidden tools, and no links to pages for reviewers. */
export function llmsDomainView(domain: DomainModel, wireNames: WireNames): PageView {
  return {
    name: text(domain.name),
    description: paragraphs(domain.description),
    tools: domain.tools.filter(isVisible).map((tool) => llmsToolView(tool, wireNames)),
  };
}

function llmsToolView(tool: ToolModel, wireNames: WireNames): TemplateView {
  const plan = planName(tool, wireNames);
  return {
    name: code(wireName(tool, wireNames)),
    description: paragraphs(tool.description),
    risk: text(tool.riskLevel),
    behaviours: joined(
      behaviours(tool).map((word) => text(word)),
      ", ",
    ),
    asks: asksWord(tool),
    sideEffects: tool.sideEffects.map(llmsEffectView),
    refinements: (tool.refinements ?? []).map((refinement) => ({
      when: code(refinement.when),
      risk: text(refinement.riskLevel),
      asks: asksWord({ ...effectiveContract(tool, refinement), refinements: [] }),
      changes: changesShort(refinement.sideEffects),
    })),
    // Left out for reads, and for tools without a dry run: the head of `llms.txt` says it for all.
    repeat: tool.sideEffects.length > 0 ? repeatSentence(tool) : undefined,
    dryRun: tool.dryRun ? dryRunSentence(tool) : undefined,
    planName: plan === undefined ? undefined : code(plan),
    permissions: joined(tool.permissions.map(code), ", "),
    failures: joined(
      tool.failureModes.filter(({ implied }) => !implied).map((mode) => code(mode.code)),
      ", ",
    ),
    input: schemaFields(wireInputSchema(tool)),
    content: contentSentence(tool),
    output: tool.outputSchema && schemaFields(publicSchema(tool.outputSchema)),
  };
}

function llmsEffectView({ kind, description, reversible, external }: SideEffect): TemplateView {
  const notes = [
    ...(reversible ? [] : [phrase`cannot be undone`]),
    ...(external ? [phrase`leaves the system`] : []),
  ];
  return { kind: text(kind), description: text(description), notes: joined(notes, ", ") };
}
