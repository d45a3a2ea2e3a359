import { escapeText, inReadingOrder, planParts } from "@proviso/manifest";
import type { JsonObject, PlanParts, RankedLines, SideEffect } from "@proviso/manifest";
import type { ClaimedEffect, Claims } from "../tool/claims.ts";
import type { Difference } from "../connection/connection.ts";
import { asObject } from "../connection/json.ts";
import { quoteText } from "./quote-text.ts";
import { leavesOf } from "./leaves.ts";
import type { CallRequest, QuestionRequest, ViewSection } from "./request.ts";

/** More values than this are not shown, and nobody is asked. */
const maxViewLines = 500;
const maxViewCharacters = 40_000;

export function isReadable(view: readonly ViewSection[]): boolean {
  const lines = view.flatMap((each) => each.lines);
  const characters = lines.reduce((sum, line) => sum + line.length, 0);
  return lines.length <= maxViewLines && characters <= maxViewCharacters;
}

/** A request without id and expiry, for a call that is only reviewed. */
type ViewedCall = Omit<CallRequest, "view" | "id" | "expiresAt" | "reasons"> & {
  readonly expiresAt?: string;
};

/** Lists a request in reading order: what the tool does, amounts and recipients, arguments, the rest. Long values come last. */
export function viewCall(request: ViewedCall): readonly ViewSection[] {
  const { claims, changes, plan, input, effects } = request;
  // Stryker disable next-line ArrayDeclaration: no sentence of a plan is that of such an effect
  const parts = plan && planParts(plan, effects ?? []);
  const [preview, values] = [fieldsInOrder(parts?.preview ?? {}), fieldsInOrder(input)];
  const [amounts, rest] = [preview.filter(({ rank }) => rank === 0), preview.filter(({ rank }) => rank > 0)];
  return [
    viewHead(request),
    ...optionalSection(claims?.trusted ? trustedWords : untrustedWords, [
      ...(effects ? [] : viewOwnWords(request)),
      ...(claims ? viewClaims(claims) : []),
    ]),
    ...optionalSection("What is not as it was", viewChanges(changes ?? [])),
    viewSection("What it does", effects ? orNoneLine(viewEffects(effects)) : ["unknown: assume the worst"]),
    ...optionalSection("What this call would do", [
      ...(parts ? viewExpected(parts) : []),
      ...linesOf(amounts),
    ]),
    viewSection("Arguments", orNoneLine(linesOf(values))),
    ...optionalSection("The rest of the plan", [
      ...linesOf(rest),
      ...(parts && parts.notes.length > 0 ? [parts.notes.join(" ")] : []),
    ]),
    viewSection("Why you are asked", request.explanations.map(escapeText)),
    ...onceMore([...amounts, ...values, ...rest]),
  ];
}

const untrustedWords = "What the server says of it, which nobody has verified";
/** Of the host's own functions, and of a server whose hints the host trusts. */
const trustedWords = "What its metadata says";

/** Shows title and description only if they come from a contract of this client. */
function viewHead(request: ViewedCall): ViewSection {
  const { title, description, summary, tool, riskLevel, env, caller, effects, expiresAt } = request;
  const who = caller === undefined ? [] : [`with the rights of ${escapeText(caller)}`];
  return viewSection(effects ? `${escapeText(title)} (${escapeText(tool)})` : quoteText(tool), [
    ...(summary === undefined ? [] : [summary]),
    ...(effects ? paragraphsOfText(description) : []),
    [`risk: ${riskLevel}`, `environment: ${env}`, ...who].join("; "),
    ...(expiresAt === undefined ? [] : [`an answer counts until ${timeOf(expiresAt)}`]),
  ]);
}

/** `2026-01-31 12:05 UTC` */
function timeOf(timestamp: string): string {
  return `${timestamp.slice(0, 16).replace("T", " ")} UTC`;
}

function viewOwnWords({ title, description }: ViewedCall): readonly string[] {
  return [...leavesOf({ title, description })];
}

export function viewQuestion({
  message,
  schema,
  warning,
  expiresAt,
}: Omit<QuestionRequest, "view">): readonly ViewSection[] {
  const fields = Object.entries(asObject(schema["properties"]) ?? {}).flatMap(([name, inputField]) => [
    ...leavesOf({ [name]: inputField }),
  ]);
  return [
    viewSection("The server asks, in its own words", paragraphsOfText(message)),
    ...optionalSection("What it wants to know", fields),
    viewSection("Careful", [
      ...(warning === undefined ? [] : [escapeText(warning)]),
      "This approves no call.",
      `an answer counts until ${timeOf(expiresAt)}`,
    ]),
  ];
}

function viewSection(title: string, lines: readonly string[]): ViewSection {
  return { title, lines };
}

function optionalSection(title: string, lines: readonly string[]): readonly ViewSection[] {
  return lines.length > 0 ? [viewSection(title, lines)] : [];
}

function orNoneLine(lines: readonly string[]): readonly string[] {
  return lines.length > 0 ? lines : ["none"];
}

/** The non-empty lines of a text. */
function paragraphsOfText(text: string): readonly string[] {
  return text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "")
    .map(escapeText);
}

/** Characters that are read at a glance, such as an id, an address or an amount. */
const glanceAtValues = 80;

function fieldsInOrder(fields: JsonObject): readonly RankedLines<string>[] {
  return inReadingOrder(fields, leavesOf, (line) => line.length > glanceAtValues);
}

function linesOf(fields: readonly RankedLines<string>[]): readonly string[] {
  return fields.flatMap(({ lines }) => lines);
}

/** Returns the plan's sentences. */
function viewExpected({ expected, missingPermissions, warnings }: PlanParts): readonly string[] {
  return [
    ...expected.map(quoteText),
    ...missingPermissions.map((each) => `missing permission: ${quoteText(each)}`),
    ...warnings.map((each) => `warning: ${quoteText(each)}`),
  ];
}

/** The characters that fit a screen. */
const maxCharactersAtOnce = 1500;

/** Repeats what is short, next to the prompt, where long values would push it off the screen. */
function onceMore(fields: readonly RankedLines<string>[]): readonly ViewSection[] {
  const long = linesOf(fields.filter(({ rank }) => rank === 2));
  if (long.join("").length + 60 * long.length <= maxCharactersAtOnce) return [];
  return optionalSection("Once more, what is short", linesOf(fields.filter(({ rank }) => rank < 2)));
}

/** Lists effects as sentences, irreversible ones first. */
function viewEffects(effects: readonly SideEffect[]): readonly string[] {
  return effects.toSorted((a, b) => Number(a.reversible) - Number(b.reversible)).map(viewEffect);
}

function viewEffect({ kind, description, reversible, external }: SideEffect): string {
  const notes = [...(reversible ? [] : ["cannot be undone"]), ...(external ? ["leaves the system"] : [])];
  return `${kind}: ${escapeText(description)}${notes.length > 0 ? ` (${notes.join(", ")})` : ""}`;
}

const hintTexts = {
  readOnlyHint: ["only reads", "changes something"],
  destructiveHint: ["destroys something", "destroys nothing"],
  idempotentHint: ["may simply be repeated", "may not simply be repeated"],
  openWorldHint: ["reaches outside the system", "stays inside the system"],
  agencyHint: ["acts on its own in several steps", "does one thing"],
} as const;

/** A server's hints as sentences, or one sentence if it gives none. */
export function viewClaims({ hints, riskLevel, confirmation, effects = [] }: Claims): readonly string[] {
  const said = Object.entries(hintTexts).flatMap(([name, [yes, no]]) => {
    const hint = hints[name as keyof typeof hints];
    return hint === undefined ? [] : [hint ? yes : no];
  });
  const shownEffects = effects.slice(0, maxClaims).map(viewClaimedEffect);
  return [
    said.length > 0 ? said.join("; ") : "no hint about what it does",
    ...(riskLevel === undefined ? [] : [`risk: ${riskLevel}`]),
    ...(confirmation === undefined ? [] : ["requires a person's confirmation"]),
    ...shownEffects,
    ...moreLines(effects.length),
  ];
}

function viewClaimedEffect({ kind, description }: ClaimedEffect): string {
  return `${kind}: ${cutLine(escapeText(description), 200)}`;
}

/** The limit of claims and changes in a view: a person does not approve them, and the server chooses how many there are. */
const maxClaims = 8;

function viewChanges(changes: readonly Difference[]): readonly string[] {
  const named = changes.slice(0, maxClaims);
  return [
    ...named.map(({ what, verdict }) => `${cutLine(escapeText(what), 60)}: ${verdict}`),
    ...moreLines(changes.length),
  ];
}

function moreLines(count: number): readonly string[] {
  return count > maxClaims ? [`and ${count - maxClaims} more`] : [];
}

function cutLine(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, width - 1)}…`;
}
