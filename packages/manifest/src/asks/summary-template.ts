/** What an argument is, so that a sentence can write it as people do. */
export const summaryFormats = ["money", "iban", "date", "duration", "count", "bytes"] as const;
export type SummaryFormat = (typeof summaryFormats)[number];

/** An argument in a summary: `{amount.cents, money amount.currency}`. */
export interface SummaryArgument {
  readonly kind: "argument";
  /** Names of properties from the input to the value. */
  readonly path: readonly string[];
  readonly format?: SummaryFormat;
  /** What follows the format, such as a currency. */
  readonly details: readonly string[];
  /** The number of the square brackets around it, from 1; 0 outside of them. */
  readonly group: number;
}

export interface SummaryWords {
  readonly kind: "words";
  readonly text: string;
  readonly group: number;
}

/** A summary in parts, in their order; or what is wrong with it, as the end of a sentence. */
export type SummaryTemplate =
  | { readonly ok: true; readonly parts: readonly (SummaryArgument | SummaryWords)[] }
  | { readonly ok: false; readonly problem: string };

/** A person reads a sentence at a glance. */
const maxTemplateLength = 200;
const maxArguments = 6;

/** How many words follow a format, and what they are. */
const detailForms: Readonly<Record<SummaryFormat, { readonly says: string; readonly form: RegExp }>> = {
  money: {
    says: "`money` needs the currency: `money EUR`, or the argument that says it: `money amount.currency`",
    form: /^([A-Z]{3}|[a-z]\w*(\.[A-Za-z]\w*)*)$/,
  },
  iban: { says: "`iban` takes no more words", form: /^$/ },
  date: { says: "`date` takes no more words", form: /^$/ },
  duration: {
    says: "`duration` needs its unit: `ms`, `seconds`, `minutes`, `hours` or `days`",
    form: /^(ms|seconds|minutes|hours|days)$/,
  },
  count: {
    says: "`count` needs the words for one and for more: `count recipient recipients`",
    form: /^\p{L}+ \p{L}+$/u,
  },
  bytes: { says: "`bytes` takes no more words", form: /^$/ },
};

/** Reads `Pay {amount.cents, money EUR} to {payee}[ for {reference}]`. Brackets hold what only some calls have. */
export function readSummary(text: string): SummaryTemplate {
  if ([...text].length > maxTemplateLength)
    return wrong(`is longer than the ${maxTemplateLength} characters that people read at a glance`);
  if (/["`\n\r\u201c-\u201f\u00ab\u00bb]/.test(text))
    return wrong("holds a line break or a quotation mark: values are quoted anyway");
  const parts: (SummaryArgument | SummaryWords)[] = [];
  let [group, groups] = [0, 0];
  for (const [token] of text.matchAll(/\{[^{}]*\}|[[\]{}]|[^[\]{}]+/g)) {
    if (token === "{" || token === "}") return wrong("has a brace that is not closed or not opened");
    if (token === "[" ? group > 0 : token === "]" && group === 0)
      return wrong(
        "has square brackets that are not a pair: they hold what only some calls have, one level deep",
      );
    if (token === "[") group = ++groups;
    else if (token === "]") group = 0;
    else if (token.startsWith("{")) {
      const argument = readArgument(token.slice(1, -1), group);
      if (typeof argument === "string") return wrong(argument);
      parts.push(argument);
    } else parts.push({ kind: "words", text: token, group });
  }
  if (group > 0) return wrong("has a square bracket that is not closed");
  const problem = problemOf(parts, groups);
  return problem === undefined ? { ok: true, parts } : wrong(problem);
}

function wrong(problem: string): SummaryTemplate {
  return { ok: false, problem };
}

function problemOf(parts: readonly (SummaryArgument | SummaryWords)[], groups: number): string | undefined {
  const found = parts.filter((part) => part.kind === "argument");
  if (found.length > maxArguments) return `names more than ${maxArguments} arguments`;
  if (!parts.some(({ kind, group }) => kind === "words" && group === 0)) return "has no words of its own";
  const filled = new Set(found.map(({ group }) => group).filter((group) => group > 0));
  return filled.size < groups ? "has square brackets without an argument inside" : undefined;
}

function readArgument(text: string, group: number): SummaryArgument | string {
  const shown = `\`{${text}}\``;
  const [name = "", ...rest] = text.split(",").map((each) => each.trim());
  if (!/^[^\s.[\]]+(\.[^\s.[\]]+)*$/.test(name) || rest.length > 1)
    return `has ${shown}, which is not an argument: write \`{name}\`, \`{name.inside}\` or \`{name, format}\``;
  const path = name.split(".");
  const [word, ...details] = (rest[0] ?? "").split(/\s+/).filter((each) => each !== "");
  if (word === undefined)
    return rest.length === 0 ? { kind: "argument", path, details, group } : `has no format in ${shown}`;
  const format = summaryFormats.find((each) => each === word);
  if (!format)
    return `has the unknown format \`${word}\`: formats are ${summaryFormats.map((each) => `\`${each}\``).join(", ")}`;
  const { says, form } = detailForms[format];
  if (!form.test(details.join(" "))) return `has ${shown}: ${says}`;
  return { kind: "argument", path, format, details, group };
}
