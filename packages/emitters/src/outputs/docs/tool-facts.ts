import { sendsUnasked, type ToolModel } from "@proviso/compiler";
import { demandedLogIn, flowOf, type Json, personAsked } from "@proviso/manifest";
import { does, doesUnasked, labelBranches, safetyLabel } from "@proviso/manifest/label";
import type { TemplateView } from "../../templates/view.ts";
import { isVisible } from "../../naming/project-outline.ts";
import { idempotence } from "./describe.ts";
import { reviewFacts } from "./review-facts.ts";
import { yamlJson, type YamlScalar } from "../../text/markdown.ts";

/**
 * Facts in the frontmatter of a tool's page: the site's badges and explorer read only these. A
 * forbidden tool has only its identity and its permissions, which open it to nobody but the `people` that may call it.
 */
export function toolFacts(tool: ToolModel): TemplateView {
  const facts: Readonly<Record<string, Json>> = isVisible(tool)
    ? {
        ...identityFacts(tool),
        label: safetyLabel(tool),
        ...((tool.refinements ?? []).length > 0 && {
          branches: labelBranches(tool),
          unasked: unaskedFacts(tool),
        }),
        ...behaviourFacts(tool),
        ...demandFacts(tool),
        ...reviewFacts(tool),
      }
    : {
        ...identityFacts(tool),
        label: safetyLabel(tool),
        permissions: tool.permissions,
        ...(tool.people && { people: tool.permissions }),
      };
  // The names are those in this file, which need no escaping.
  return Object.entries(facts).map(([name, value]) => ({ name: name as YamlScalar, value: yamlJson(value) }));
}

/** Of a refined tool: not every call may do all that the tool does. */
function unaskedFacts(tool: ToolModel): Json {
  return { server: doesUnasked(tool, "server"), live: doesUnasked(tool, "live") };
}

function identityFacts({
  name,
  riskLevel,
  domain,
  category,
  owner,
}: ToolModel): Readonly<Record<string, Json>> {
  return { name, riskLevel, domain, category, ...(owner !== undefined && { owner }) };
}

function behaviourFacts(tool: ToolModel): Readonly<Record<string, Json>> {
  const { hints, sideEffects } = tool;
  const { readsPrivate, returnsUntrusted } = flowOf(tool);
  return {
    readOnly: hints.readOnlyHint,
    destructive: hints.destructiveHint,
    idempotent: hints.idempotentHint,
    idempotentWithKey: idempotence(tool) === "only with a key",
    openWorld: hints.openWorldHint,
    agentic: hints.agencyHint === true,
    does: does(sideEffects),
    ...(sideEffects.length > 0 && { canBeUndone: sideEffects.every(({ reversible }) => reversible) }),
    leavesSystem: sideEffects.some(({ external }) => external),
    readsPrivate,
    returnsUntrusted,
    sendsUnasked: sendsUnasked(tool),
  };
}

function demandFacts(tool: ToolModel): Readonly<Record<string, Json>> {
  return {
    asked: { ...personAsked(tool) },
    permissions: tool.permissions,
    requirements: tool.requirements,
    dryRun: tool.dryRun?.mode ?? "none",
    stepUp: demandedLogIn(tool)?.kind ?? "never",
    ...([tool, ...(tool.refinements ?? [])].some((each) => demandedLogIn(each)?.acr !== undefined) && {
      strongLogIn: true,
    }),
  };
}
