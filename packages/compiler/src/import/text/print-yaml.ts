import type { Json, JsonObject } from "@proviso/manifest";

/** No line of a map or list in braces is longer than this, unless one text alone is. */
const width = 110;

/** `key: value` as lines of YAML. What fits stands on the line of the key; texts of several lines are block literals. */
export function printEntry(key: string, value: Json, indent: number): readonly string[] {
  const head = `${" ".repeat(indent)}${printKey(key)}:`;
  if (typeof value === "string" && fitsLiteral(value))
    return [
      `${head} |-`,
      ...value.split("\n").map((line) => (line === "" ? "" : " ".repeat(indent + 2) + line)),
    ];
  if (typeof value === "string") return [`${head} ${printText(value, false)}`];
  const inline = printFlow(value);
  if (!isComposed(value) || (fits(head, inline) && !holdsLiteral(value))) return [`${head} ${inline}`];
  return [head, ...printBlock(value, indent + 2)];
}

function printBlock(value: Composed, indent: number): readonly string[] {
  return isList(value)
    ? value.flatMap((item) => printItem(item, indent))
    : Object.entries(value).flatMap(([key, each]) => printEntry(key, each, indent));
}

function printItem(item: Json, indent: number): readonly string[] {
  const head = `${" ".repeat(indent)}-`;
  const inline = printFlow(item);
  const isShort = !isComposed(item) || isList(item) || (fits(head, inline) && !holdsLiteral(item));
  if (isShort) return [`${head} ${inline}`];
  const [first = "", ...rest] = printBlock(item, indent + 2);
  return [`${head} ${first.trimStart()}`, ...rest];
}

function fits(head: string, inline: string): boolean {
  return head.length + 1 + inline.length <= width;
}

/** On one line, in braces and brackets. */
export function printFlow(value: Json): string {
  if (isList(value)) return `[${value.map(printFlow).join(", ")}]`;
  if (isComposed(value)) {
    const entries = Object.entries(value).map(([key, each]) => `${printKey(key)}: ${printFlow(each)}`);
    return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
  }
  if (typeof value === "string") return printText(value, true);
  // Digits alone that a number does not hold exactly are an error in a contract.
  const isExact = typeof value !== "number" || Number.isSafeInteger(value) || !Number.isInteger(value);
  return isExact ? JSON.stringify(value) : (value as number).toExponential();
}

function printKey(key: string): string {
  return /^[A-Za-z_$][\w$-]*\??$/.test(key) && !reserved.test(key) ? key : quote(key);
}

/** What YAML, in one version or another, takes for something else than text. */
const reserved = /^(?:null|true|false|yes|no|on|off|y|n|~|=|<<|[-+]?\.?(?:inf|nan))$/i;

const inBlock = /^\p{L}(?:[^\p{C}\p{Z}\ufffd]| (?! |#|$))*$/u;
const inBraces = /^\p{L}(?:[^\p{C}\p{Z}\ufffd{}[\],]| (?! |#|$))*$/u;

/** As it is where that can be nothing else, and else in double quotes. */
function printText(text: string, isInBraces: boolean): string {
  const isPlain = (isInBraces ? inBraces : inBlock).test(text) && !/:(?: |$)/.test(text);
  return isPlain && !reserved.test(text) ? text : quote(text);
}

/** In double quotes, with all that is not seen, or not taken in a file, as an escape. */
function quote(text: string): string {
  return JSON.stringify(text).replace(
    /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufffd\u00a0]/gu,
    (character) =>
      [...Array(character.length).keys()]
        .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`)
        .join(""),
  );
}

/** A text of several lines that a block literal holds as it is. */
function fitsLiteral(text: string): boolean {
  return (
    text.includes("\n") &&
    /^[^\s#][^\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\ufffd\ufeff\t]*$/u.test(
      text.replaceAll("\n", " "),
    ) &&
    text.split("\n").every((line) => line === line.trimEnd()) &&
    !text.endsWith("\n")
  );
}

function holdsLiteral(value: Json): boolean {
  if (typeof value === "string") return fitsLiteral(value);
  return isComposed(value) && Object.values(value).some((each: Json) => holdsLiteral(each));
}

type Composed = JsonObject | readonly Json[];

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function isComposed(value: Json): value is Composed {
  return typeof value === "object" && value !== null && Object.keys(value).length > 0;
}
