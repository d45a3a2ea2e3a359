import { isList, type Json, type JsonObject } from "@proviso/manifest";

/** The longest line for a map in braces or a list in brackets, unless a single text is longer. */
const yamlWidth = 110;

/** Prints `key: value` as lines of YAML: short values on one line, long texts as blocks. */
export function printEntry(key: string, value: Json, indent: number): readonly string[] {
  const yamlHead = `${" ".repeat(indent)}${printKey(key)}:`;
  if (typeof value === "string" && fitsLiteral(value))
    return [
      `${yamlHead} |-`,
      ...value.split("\n").map((line) => (line === "" ? "" : " ".repeat(indent + 2) + line)),
    ];
  if (typeof value === "string") return [`${yamlHead} ${printText(value, false)}`];
  const inline = printFlowValue(value);
  if (!isComposed(value) || (fitsOnYamlLine(yamlHead, inline) && !holdsLiteral(value)))
    return [`${yamlHead} ${inline}`];
  return [yamlHead, ...printBlock(value, indent + 2)];
}

function printBlock(value: Composed, indent: number): readonly string[] {
  return isList(value)
    ? value.flatMap((item) => printItem(item, indent))
    : Object.entries(value).flatMap(([key, each]) => printEntry(key, each, indent));
}

function printItem(item: Json, indent: number): readonly string[] {
  const yamlHead = `${" ".repeat(indent)}-`;
  const inline = printFlowValue(item);
  const isShort =
    !isComposed(item) || isList(item) || (fitsOnYamlLine(yamlHead, inline) && !holdsLiteral(item));
  if (isShort) return [`${yamlHead} ${inline}`];
  const [first = "", ...rest] = printBlock(item, indent + 2);
  return [`${yamlHead} ${first.trimStart()}`, ...rest];
}

function fitsOnYamlLine(yamlHead: string, inline: string): boolean {
  return yamlHead.length + 1 + inline.length <= yamlWidth;
}

/** Prints on one line, in braces and brackets. */
export function printFlowValue(value: Json): string {
  if (isList(value)) return `[${value.map(printFlowValue).join(", ")}]`;
  if (isComposed(value)) {
    const entries = Object.entries(value).map(([key, each]) => `${printKey(key)}: ${printFlowValue(each)}`);
    return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
  }
  if (typeof value === "string") return printText(value, true);
  // A contract may not hold digits that a number cannot represent exactly.
  const isExact = typeof value !== "number" || Number.isSafeInteger(value) || !Number.isInteger(value);
  return isExact ? JSON.stringify(value) : (value as number).toExponential();
}

/** In double quotes where YAML could take it for something else than text. */
export function printKey(key: string): string {
  return /^[A-Za-z_$][\w$-]*\??$/.test(key) && !reservedYamlWords.test(key) ? key : quoteYaml(key);
}

/** Plain text that some version of YAML reads as something other than text. */
const reservedYamlWords = /^(?:null|true|false|yes|no|on|off|y|n|~|=|<<|[-+]?\.?(?:inf|nan))$/i;

const inBlock = /^\p{L}(?:[^\p{C}\p{Z}\ufffd]| (?! |#|$))*$/u;
const inBraces = /^\p{L}(?:[^\p{C}\p{Z}\ufffd{}[\],]| (?! |#|$))*$/u;

/** Prints plain text if it is unambiguous, otherwise double-quoted text. */
function printText(text: string, isInBraces: boolean): string {
  const isPlain = (isInBraces ? inBraces : inBlock).test(text) && !/:(?: |$)/.test(text);
  return isPlain && !reservedYamlWords.test(text) ? text : quoteYaml(text);
}

/** Double-quoted text, with invisible and disallowed characters escaped. */
function quoteYaml(text: string): string {
  return JSON.stringify(text).replace(
    /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufffd\u00a0]/gu,
    (character) =>
      [...Array(character.length).keys()]
        .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`)
        .join(""),
  );
}

/** Whether a block literal can hold a multi-line text verbatim. */
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

function isComposed(value: Json): value is Composed {
  return typeof value === "object" && value !== null && Object.keys(value).length > 0;
}
