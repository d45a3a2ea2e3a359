import type { EffectKind, RiskLevel } from "@proviso/manifest";
import verbs from "./verbs.json" with { type: "json" };

/** What a verb in the name of a tool says of its calls. */
export interface VerbRow {
  readonly kind: "reads" | EffectKind;
  /** The lowest level of a tool with this verb. */
  readonly level: RiskLevel;
  /** Whether one more call can undo it. */
  readonly reversible: boolean;
  readonly external?: boolean;
  readonly verbs: string;
}

/**
 * The verbs that names of tools begin or end with. The kinds `deletes`, `grants`, `sends`, `pays`, `refunds` and `calls` are critical
 * (seed 001, Critical). A verb that stands nowhere here is no evidence.
 */
export const verbTable: readonly VerbRow[] = verbs as readonly VerbRow[];

const rowsByVerb: ReadonlyMap<string, VerbRow> = new Map(
  verbTable.flatMap((row) => row.verbs.split(" ").map((verb) => [verb, row] as const)),
);

/** The row of the table that a verb stands in. */
export function verbRow(word: string): VerbRow | undefined {
  return rowsByVerb.get(word);
}

/** A verb and its row of the table. */
export interface NamedVerb {
  readonly word: string;
  readonly row: VerbRow;
}

/** Verbs that name a thing as often: beside a verb of reading they do (`pull_request_read`). */
export const alsoNouns: ReadonlySet<string> = new Set(
  (
    "block comment commit request record order book label tag post message email mail sms draft snapshot backup link charge transfer " +
    "release export import archive star vote type schedule change call share update"
  ).split(" "),
);
