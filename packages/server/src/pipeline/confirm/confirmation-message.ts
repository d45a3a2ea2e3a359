import { repetition } from "@proviso/manifest";
import type { Json, SideEffect } from "@proviso/manifest";
import type { PlannedCall } from "../call/call.ts";
import { inlineText, shownValues, type Shown } from "./shown-values.ts";

/** More than a person reads. */
const longestConfirmationMessage = 20_000;
/** Columns shown of a text in the arguments or the plan. The second value is used if the message is too long with the first. */
const longestShownTexts = [2000, 200] as const;
const longestToolName = 100;

/**
 * The question to a person in plain text: who calls what, the plan, every argument, the effects. Text from outside is escaped
 * and in code spans, so that it can hide nothing and imitate nothing. Long values come first and effects last, next to the
 * answer. Undefined if there is too much to show; then nobody is asked.
 */
export function confirmationMessage(
  call: PlannedCall,
  phrase: string | undefined,
  expiresAt: Date,
): string | undefined {
  for (const longest of longestShownTexts) {
    const values = call.planned ? messageSection("Plan", call.planned.plan, longest) : [];
    const input = messageSection("Arguments", call.input, longest);
    if (!values || !input) continue;
    const message = [
      ...messageHeading(call),
      ...values,
      ...input,
      ...consequences(call),
      ...messageEnding(call, phrase, expiresAt),
    ];
    if (message.join("\n").length <= longestConfirmationMessage) return message.join("\n");
  }
  return undefined;
}

function messageHeading({ tool: { contract }, principal }: PlannedCall): readonly string[] {
  const { id, name, kind, tenant } = principal;
  const who = [kind, inlineText(name ?? id, longestToolName)];
  if (tenant !== undefined) who.push("of", inlineText(tenant, longestToolName));
  return [
    `${contract.title} (${contract.name}, ${contract.riskLevel} risk), asked for by ${who.join(" ")}`,
    contract.description,
    ...(contract.hints.agencyHint === true
      ? ["This tool acts on its own: it decides by itself on several steps that are not listed here."]
      : []),
  ];
}

/** Undefined if it is too long; it stops there. */
function messageSection(title: string, value: Json, longestText: number): readonly string[] | undefined {
  const shown: Shown[] = [];
  let length = 0;
  for (const lines of shownValues(value, longestText)) {
    length += lines.join("\n").length;
    if (length > longestConfirmationMessage) return undefined;
    shown.push(lines);
  }
  const byLength = [
    ...shown.filter((lines) => lines.length > 1),
    ...shown.filter((lines) => lines.length === 1),
  ];
  return ["", `${title}:`, ...(byLength.length > 0 ? byLength.flat() : ["- none"])];
}

function consequences({ tool: { contract } }: PlannedCall): readonly string[] {
  const repeated = repetition(contract);
  const effects = contract.sideEffects.map((effect) => `- ${describeEffect(effect)}`);
  return [
    "",
    "Side effects:",
    ...(effects.length > 0 ? effects : ["- none"]),
    ...(repeated === undefined ? [] : [repeated]),
  ];
}

function describeEffect({ kind, description, reversible, external }: SideEffect): string {
  const notes = [...(reversible ? [] : ["cannot be undone"]), ...(external ? ["leaves the system"] : [])];
  return `${kind}: ${description}${notes.length > 0 ? ` (${notes.join(", ")})` : ""}`;
}

function messageEnding(
  { tool: { contract } }: PlannedCall,
  phrase: string | undefined,
  expiresAt: Date,
): readonly string[] {
  const until = expiresAt.toISOString().slice(0, 16).replace("T", " ");
  return [
    "",
    `The question is open until ${until} UTC.`,
    phrase === undefined
      ? `A yes runs \`${contract.name}\` once, with exactly these arguments.`
      : `To run \`${contract.name}\` once, with exactly these arguments, type: ${phrase}`,
  ];
}
