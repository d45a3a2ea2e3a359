import {
  type Asked,
  effectiveContract,
  type JsonObject,
  type JsonSchema,
  personAsked,
  type StepUpAuth,
  type Tool,
  type ToolContract,
  viewClaims,
} from "@proviso/client";
import { timeSpan } from "@proviso/manifest";
import { pc } from "./paint.ts";
import { resolveReference } from "../arguments/resolve-reference.ts";
import { viewEffects } from "./effects.ts";
import { viewRisk } from "./risk.ts";
import { columns, indent, visible, wrap } from "./text.ts";

/** Prints a tool's contract. */
export function viewContract(tool: Tool): string {
  const head = `${pc.bold(visible(tool.title))} · ${pc.dim(visible(tool.name))}`;
  const { contract } = tool;
  if (!contract) return `${head}\n${viewUnverified(tool)}`;
  return [
    `${head}\n${wrap(visible(contract.description), 0)}`,
    viewFacts(viewedFacts(tool, contract)),
    viewSection("Takes", viewFields(contract.inputSchema)),
    viewSection("Returns", viewResult(contract)),
    viewSection("Changes", viewEffects(contract.sideEffects)),
    ...((contract.refinements ?? []).length > 0
      ? [viewSection("Milder for some arguments", viewRefinements(contract))]
      : []),
    viewSection("Can fail with", viewFailureModes(contract)),
  ].join("\n\n");
}

function viewUnverified({ classification, claims, description }: Tool): string {
  const note =
    claims?.trusted === true ? "you trust its server's annotations" : "no contract vouches for this tool";
  const said = claims ? viewClaims(claims).map((line) => `- ${wrap(line, 2, columns - 2)}`) : [];
  return [
    `${viewRisk(classification)}: ${note}.`,
    ...viewSection(
      "Its server says, unverified",
      [wrap(visible(description), 0, columns - 2), ...said].join("\n"),
    ).split("\n"),
  ].join("\n");
}

type ViewedFact = readonly [string, string];

function viewedFacts(tool: Tool, contract: ToolContract): readonly ViewedFact[] {
  const { budget, idempotency, dryRun, rateLimit, deprecated } = contract;
  return [
    ["risk", `${viewRisk(contract.riskLevel)} · ${viewRisk(tool.classification)}`],
    ["asks", viewAsked(contract)],
    ["step-up", viewStepUp(contract.stepUpAuth)],
    ["permissions", contract.permissions.join(", ") || "none"],
    ...(contract.requirements.length > 0 ? [["requires", contract.requirements.join(", ")] as const] : []),
    ...(contract.hints.agencyHint ? [["agency", "acts on its own in several steps"] as const] : []),
    ...(dryRun ? [["dry run", dryRun.mode] as const] : []),
    ...(idempotency
      ? [
          [
            "repeated",
            idempotency.onRepeat ?? `same answer under the same ${idempotency.key.join(", ") || "key"}`,
          ] as const,
        ]
      : []),
    ...(rateLimit
      ? [["limit", `${rateLimit.limit} per ${timeSpan(rateLimit.perMs).replace(/^1 /, "")}`] as const]
      : []),
    ...(budget
      ? [
          [
            "budget",
            `${budget.limit} of ${budget.of} in ${timeSpan(budget.everyMs)}, per ${budget.per}`,
          ] as const,
        ]
      : []),
    ["audit event", contract.auditEvent],
    ...(deprecated ? [["deprecated", deprecated.reason] as const] : []),
  ];
}

function viewFacts(list: readonly ViewedFact[]): string {
  return list.map(([label, text]) => `${pc.dim(label.padEnd(12))}  ${wrap(text, 14)}`).join("\n");
}

function viewStepUp(stepUp: StepUpAuth): string {
  if (stepUp.kind === "never") return "never";
  const age = stepUp.maxAgeMs === undefined ? "" : `, log-in at most ${timeSpan(stepUp.maxAgeMs)} old`;
  const level = stepUp.acr === undefined ? "" : `, at level ${stepUp.acr}`;
  return `${stepUp.kind === "when" ? `when ${stepUp.condition}` : "always"}${age}${level}`;
}

function viewSection(title: string, text: string): string {
  return `${pc.bold(title)}\n${indent(text, 2)}`;
}

function viewResult({ result, outputSchema }: ToolContract): string {
  const content = result ? [`content blocks: ${result.kinds.join(", ")}`] : [];
  return [...content, ...(outputSchema ? [viewFields(outputSchema)] : [])].join("\n");
}

function viewFields(schema: JsonSchema): string {
  const required = schema["required"];
  const names = Object.entries((schema["properties"] ?? {}) as JsonObject);
  if (names.length === 0) return "nothing";
  const width = Math.max(...names.map(([name]) => name.length)) + 1;
  return names
    .map(([name, field]) => {
      const isOptional = !(Array.isArray(required) && required.includes(name));
      return `${visible(name + (isOptional ? "?" : "")).padEnd(width)}  ${viewField(resolveReference(field as JsonSchema, schema), width)}`;
    })
    .join("\n");
}

function viewField(field: JsonSchema, width: number): string {
  const description =
    typeof field["description"] === "string" ? ` · ${pc.dim(visible(field["description"]))}` : "";
  return wrap(`${viewTypeOf(field)}${description}`, Math.min(width + 2, columns / 2), columns - 2);
}

function viewTypeOf(field: JsonSchema): string {
  const choices = field["enum"];
  if (Array.isArray(choices)) return choices.map(String).join(" | ");
  if (field["const"] !== undefined) return visible(String(field["const"]));
  const type = String(field["format"] ?? field["type"] ?? "any");
  return visible(type);
}

function viewFailureModes(contract: ToolContract): string {
  const declared = contract.failureModes.filter((mode) => !mode.implied);
  const implied = contract.failureModes.filter((mode) => mode.implied).map((mode) => mode.code);
  const lines = declared.map(
    (mode) => `${pc.yellow(mode.code)}\n${indent(wrap(visible(mode.description), 0, columns - 4), 2)}`,
  );
  return [...lines, pc.dim(wrap(`and, as the contract implies: ${implied.join(", ")}`, 2, columns - 2))].join(
    "\n",
  );
}

const askedViewWords: Readonly<Record<Asked, string>> = {
  never: "never",
  sometimes: "for some calls",
  always: "every time",
};

/** When the server asks a person, and the guard where it asks more often, by the functions with which they decide it. */
function viewAsked(contract: ToolContract): string {
  const { server, test, live } = personAsked(contract);
  const inLive = test === live ? "" : `${askedViewWords[test]} in test, `;
  const parts = [
    contract.confirmation.kind === "when"
      ? `the server when ${visible(contract.confirmation.condition)}`
      : `the server ${askedViewWords[server]}`,
    ...(server === live && server === test
      ? []
      : [`the guard ${inLive}${askedViewWords[live]}${inLive === "" ? "" : " in live"}`]),
  ];
  return parts.join("; ");
}

/** The rules for some arguments, in the order in which their conditions are evaluated. */
function viewRefinements(contract: ToolContract): string {
  return (contract.refinements ?? [])
    .map((refinement) => {
      const variant = { ...effectiveContract(contract, refinement), refinements: [] };
      const asked = `asks a person: ${viewAsked(variant)}`;
      const head = `${viewRisk(variant.riskLevel)} · `;
      const first = variant.riskLevel.length + 3;
      const facts = `${head}${wrap(asked, first, 76)}\n${viewEffects(variant.sideEffects)}`;
      return `${wrap(`when ${visible(refinement.when)}`, 5)}\n${indent(facts, 2)}`;
    })
    .join("\n");
}
