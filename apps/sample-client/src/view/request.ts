import type { CallRequest, ConfirmRequest, QuestionRequest } from "@proviso/client";
import type { JsonObject, Plan, SideEffect } from "@proviso/client";
import pc from "picocolors";
import { viewChanges } from "./changes.ts";
import { viewRisk } from "./risk.ts";
import { indent, visible, wrap } from "./text.ts";
import { viewInline, viewValue } from "./value.ts";

/** Fits into the frame that a terminal of 80 columns draws around a question. */
const width = 72;

/** Everything that a person approves, in the order in which they need it. */
export function viewRequest(request: ConfirmRequest): string {
  return request.kind === "call" ? viewCallRequest(request) : viewQuestion(request);
}

function viewCallRequest(request: CallRequest): string {
  const head = `${pc.bold(visible(request.title))} · ${pc.dim(visible(request.tool))} · ${viewRisk(request.riskLevel)}`;
  return [
    head,
    wrap(visible(request.description), 0, width),
    viewSection("Arguments", viewArguments(request.input)),
    viewSection("What it changes", viewEffects(request.effects)),
    ...(request.plan ? [viewSection("The plan", viewPlan(request.plan))] : []),
    ...(request.changes
      ? [viewSection("What is not as it was", pc.yellow(item(viewChanges(request.changes))))]
      : []),
    viewSection("Why you are asked", request.explanations.map((text) => item(visible(text))).join("\n")),
  ].join("\n");
}

function viewQuestion(request: QuestionRequest): string {
  const warning = request.warning ? [pc.yellow(`Careful: ${visible(request.warning)}`)] : [];
  return [pc.bold("The server asks"), wrap(visible(request.message), 0, width), ...warning].join("\n");
}

function viewSection(title: string, text: string): string {
  return `${pc.bold(title)}\n${indent(text, 2)}`;
}

/** Every argument, complete. */
function viewArguments(input: JsonObject): string {
  const entries = Object.entries(input);
  const label = Math.max(0, ...entries.map(([key]) => key.length));
  const lines = entries.map(([key, value]) => `${pc.dim(visible(key).padEnd(label))}  ${viewInline(value)}`);
  return lines.length > 0 ? lines.join("\n") : "none";
}

export function viewEffects(effects: readonly SideEffect[] | undefined): string {
  if (!effects) return pc.yellow("Unknown: assume the worst.");
  if (effects.length === 0) return "nothing";
  return effects.map(viewEffect).join("\n");
}

function viewEffect(effect: SideEffect): string {
  const notes = [
    ...(effect.reversible ? [] : ["cannot be undone"]),
    ...(effect.external ? ["leaves the system"] : []),
  ];
  const tail = notes.length > 0 ? ` (${notes.join(", ")})` : "";
  return item(`${effect.kind}: ${visible(effect.description)}${tail}`);
}

/** The tool's own preview first, then what every plan has. */
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
  const duration = estimatedDurationMs > 0 ? [pc.dim(`takes about ${estimatedDurationMs} ms`)] : [];
  return [viewValue(preview, width - 2), ...lists, ...duration].join("\n");
}

function viewLines(
  label: string,
  texts: readonly string[],
  paint: (text: string) => string,
): readonly string[] {
  return texts.map((text) => paint(item(`${label}: ${visible(text)}`)));
}

/** A line of a list inside a section, which is indented by two. */
function item(text: string): string {
  return `- ${wrap(text, 2, width - 2)}`;
}
