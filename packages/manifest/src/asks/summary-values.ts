import type { Json, JsonObject } from "../contract/contract.ts";
import { isList, isObject } from "../contract/is-object.ts";
import { escapeEach, escapeText, imitationNote } from "../text/escape-text.ts";
import type { SummaryArgument, SummaryFormat } from "./summary-template.ts";

/** A value as a sentence shows it. `isWhole`: nothing of the value is left out. */
export interface SummaryValue {
  readonly text: string;
  /** What a reader of plain text has to know about its characters, in parentheses. */
  readonly note?: string;
  readonly isWhole: boolean;
}

/** Currencies with a smallest unit of a hundredth (ISO 4217), as payment systems count, which `Intl` writes without digits for it. */
const writtenWhole = "AFN ALL COP HUF IDR IRR KPW LAK LBP MGA MMK PKR SLL SOS SYP YER";

/** One for each currency, because making one takes longer than all else that a question needs. */
const formats = new Map<string, Intl.NumberFormat>();

type Write = (value: Json, details: readonly string[], input: JsonObject) => SummaryValue | undefined;

const whole = (text: string): SummaryValue => ({ text, isWhole: true });

/** Undefined for a value that is not what the format is for: then it is shown as it is. */
const writers: Readonly<Record<SummaryFormat, Write>> = {
  money(value, [currency = ""], input) {
    const code = /^[A-Z]{3}$/.test(currency) ? currency : valueAt(input, currency.split("."));
    if (!Number.isSafeInteger(value) || typeof code !== "string") return undefined;
    const format = formatOf(code);
    if (!format) return undefined;
    // As decimal text, which is exact, where the quotient of two numbers is not.
    const amount = `${String(value)}e-${format.resolvedOptions().maximumFractionDigits ?? 0}`;
    return whole(format.format(amount as `${number}`).replaceAll("\u00a0", " "));
  },
  iban: (value) =>
    typeof value === "string" && /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(value)
      ? whole(`"${value.replaceAll(/.{4}(?=.)/g, "$& ")}"`)
      : undefined,
  date(value) {
    if (typeof value !== "string" || !/^\d{4}-\d\d-\d\d($|[Tt])/.test(value)) return undefined;
    const time = new Date(value);
    if (Number.isNaN(time.getTime())) return undefined;
    const day = { dateStyle: "long", timeZone: "UTC" } as const;
    if (value.length === 10) return whole(new Intl.DateTimeFormat("en-GB", day).format(time));
    const text = new Intl.DateTimeFormat("en-GB", {
      ...day,
      timeStyle: time.getUTCSeconds() === 0 ? "short" : "medium",
    }).format(time);
    return { text: `${text} UTC`, isWhole: !/[.,]/.test(value) };
  },
  duration(value, [units = ""]) {
    const unit = units === "ms" ? "millisecond" : units.slice(0, -1);
    if (typeof value !== "number") return undefined;
    return { text: inUnit(value, unit, "long"), isWhole: Number.isInteger(value) };
  },
  count(value, [one = "", many = ""]) {
    const count = Array.isArray(value) ? value.length : value;
    if (!Number.isSafeInteger(count)) return undefined;
    const text = `${numberText(count as number)} ${count === 1 ? one : many}`;
    return { text, isWhole: count === value };
  },
  bytes(value) {
    if (!Number.isSafeInteger(value) || (value as number) < 0) return undefined;
    const [unit, size] = byteUnits.findLast(([, each]) => (value as number) >= each) ?? byteUnits[0];
    const text = inUnit((value as number) / size, unit, size === 1 ? "long" : "short");
    return { text, isWhole: size === 1 };
  },
};

/** A number as people write it: `48,390`. */
export function numberText(value: number): string {
  return new Intl.NumberFormat("en", { maximumFractionDigits: 20 }).format(value);
}

function inUnit(value: number, unit: string, unitDisplay: "long" | "short"): string {
  return new Intl.NumberFormat("en", { style: "unit", unit, unitDisplay, maximumFractionDigits: 2 }).format(
    value,
  );
}

const byteUnits = [
  ["byte", 1],
  ["kilobyte", 1e3],
  ["megabyte", 1e6],
  ["gigabyte", 1e9],
  ["terabyte", 1e12],
] as const;

/** A value of a call as its sentence shows it. */
export function summaryValue(
  { path, format, details }: SummaryArgument,
  value: Json,
  input: JsonObject,
): SummaryValue {
  return (format && writers[format](value, details, input)) ?? plainValue(value, path.at(-1) ?? "");
}

/** The value inside the input at a path; undefined if there is none. */
export function valueAt(input: Json, path: readonly string[]): Json | undefined {
  let value: Json | undefined = input;
  for (const name of path)
    value = value !== undefined && isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return value;
}

const maxItems = 3;

/** A list is shown by its first items. A text is quoted, and nothing in it ends the quotation. */
export function plainValue(value: Json, name: string): SummaryValue {
  if (typeof value === "string") return quoted(value, name);
  if (isList(value)) {
    const shown = value.slice(0, maxItems).map((item) => plainValue(item, name));
    const more = value.length - shown.length;
    const text = [...shown.map((each) => each.text), ...(more > 0 ? [`${more} more`] : [])].join(", ");
    const notes = shown.flatMap(({ note }) => note ?? []);
    const isWhole = more === 0 && shown.every((each) => each.isWhole);
    return {
      text: text === "" ? "nothing" : text,
      isWhole,
      ...(notes.length > 0 && { note: notes.join(" ") }),
    };
  }
  if (value === null) return whole("nothing");
  if (typeof value === "object") return { text: "an object", isWhole: false };
  return whole(typeof value === "boolean" ? (value ? "yes" : "no") : String(value));
}

const maxTextLength = 60;
/** Quotation marks, and what looks like them. */
const quotes =
  /["`\u00ab\u00bb\u02ba\u02cb\u02dd\u02ee\u02f6\u05f4\u1fef\u201c-\u201f\u2033\u2035\u2036\u2039\u203a\u275d-\u2760\u2e42\u300c-\u300f\u301d-\u301f\ufe41-\ufe44\uff02\uff40\uff62\uff63]|['\u00b4\u02b9\u02bb\u02bc\u2018\u2019\u2032]{2,}|\u{1f676}|\u{1f677}|\u{1f678}/gu;
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * A text of at most 60 characters within quotes. Quotes inside of it are escaped, so that none can end it early. Text from right to
 * left is followed by the argument's name, which keeps a viewer from moving what comes after it.
 */
function quoted(text: string, name: string): SummaryValue {
  const characters = [...text];
  const isWhole = characters.length <= maxTextLength;
  const shown = isWhole ? text : characters.slice(0, maxTextLength).join("");
  const safe = escapeText(shown.replaceAll("\\", "\\\\").replaceAll(quotes, escapeEach)).replaceAll(
    /^ | $/g,
    escapeEach,
  );
  const notes = [imitationNote(safe), rightToLeft.test(shown) ? `(${name}, right to left)` : ""];
  const note = notes.filter((each) => each !== "").join(" ");
  return {
    text: isWhole ? `"${safe}"` : `"${safe}" … (${characters.length} characters)`,
    isWhole,
    ...(note !== "" && { note }),
  };
}

/** Undefined for what is no currency. */
function formatOf(currency: string): Intl.NumberFormat | undefined {
  const known = formats.get(currency);
  if (known) return known;
  if (!Intl.supportedValuesOf("currency").includes(currency)) return undefined;
  const digits = currency === "IQD" ? 3 : writtenWhole.includes(currency) ? 2 : undefined;
  const format = new Intl.NumberFormat("en", {
    style: "currency",
    currency,
    currencyDisplay: "code",
    ...(digits && { minimumFractionDigits: digits, maximumFractionDigits: digits }),
  });
  formats.set(currency, format);
  return format;
}
