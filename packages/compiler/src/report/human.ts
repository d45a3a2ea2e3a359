import type { Diagnostic, Severity } from "./diagnostic.ts";
import type { SourceText, Span } from "./source.ts";
import type { Printer, PrintOptions } from "./printer.ts";
import { visible } from "./visible.ts";

/** Escape sequences of a terminal: the codes that begin a style, and those that end it. */
type PaintStyle = readonly [begin: string, end: string];
type Paint = (style: PaintStyle, text: string) => string;

const blue: PaintStyle = ["\u001b[34m", "\u001b[39m"];
const bold = (color: number): PaintStyle => [`\u001b[${color}m\u001b[1m`, "\u001b[22m\u001b[39m"];
const severityStyles: Readonly<Record<Severity, PaintStyle>> = {
  error: bold(31),
  warning: bold(33),
  info: bold(36),
};

/** For people: each diagnostic with its line, underlined; one line for many warnings or notes of a kind; a count at the end. */
export function printDiagnostics(
  diagnostics: readonly Diagnostic[],
  sources: readonly SourceText[],
  { color = false, isWhole = false }: PrintOptions,
): string {
  if (diagnostics.length === 0) return "";
  const paint: Paint = ([begin, end], text) => (color ? `${begin}${text}${end}` : text);
  const lines = new Map(sources.map((source) => [source.path, source.text.split(/\r\n|\r|\n/)]));
  const kinds = Map.groupBy(diagnostics, ({ severity, code }) => `${severity} ${code}`);
  const folded = [...kinds.values()].filter(
    ([first, ...more]) => !isWhole && first?.severity !== "error" && more.length >= shownOfKind,
  );
  const isFolded = new Set(folded.flat());
  const blocks = diagnostics
    .filter((each) => !isFolded.has(each))
    .map((each) => printOne(each, lines.get(each.span.file) ?? [], paint));
  const byWeight = folded.toSorted((a, b) => isNote(a) - isNote(b));
  const summaries = byWeight.map((all) => printKind(all, paint)).join("\n");
  return `${[...blocks, ...(summaries === "" ? [] : [summaries]), printCount(diagnostics)].join("\n\n")}\n`;
}

function isNote([first]: readonly Diagnostic[]): number {
  return first?.severity === "info" ? 1 : 0;
}

/** How many warnings or notes of one kind are printed one by one. */
const shownOfKind = 3;

function printKind(all: readonly Diagnostic[], paint: Paint): string {
  const [first] = all;
  if (!first) return "";
  const { severity, code, span, message } = first;
  const kind = paint(severityStyles[severity], `${severity}[${code}]`);
  return `${kind}: ${all.length} times, first at ${visible(span.file)}:${span.line}: ${visible(message)}; \`proviso check --all\` shows each`;
}

function printOne(
  { code, severity, message, hint, span, fix }: Diagnostic,
  lines: readonly string[],
  paint: Paint,
): string {
  const gutter = " ".repeat(String(span.line).length);
  return [
    `${paint(severityStyles[severity], `${severity}[${code}]`)}: ${visible(message)}`,
    `${gutter}${paint(blue, "-->")} ${visible(span.file)}:${span.line}:${span.column}`,
    ...printFrame(span, lines[span.line - 1] ?? "", gutter, paint, severityStyles[severity]),
    ...(hint === undefined ? [] : [`${gutter} ${paint(blue, "=")} hint: ${visible(hint)}`]),
    ...(fix === undefined ? [] : [`${gutter} ${paint(blue, "=")} \`--fix\` can ${visible(fix.title)}`]),
  ].join("\n");
}

/** How many characters of a line are shown at most, and how many of them before the underlined part. */
const widestFrame = 160;
const leadOfFrame = 60;

function printFrame(span: Span, line: string, gutter: string, paint: Paint, style: PaintStyle): string[] {
  const frameBar = paint(blue, "|");
  const markStart = span.column - 1;
  const to = span.endLine === span.line ? span.endColumn - 1 : line.trimEnd().length;
  const start = line.length > widestFrame ? Math.max(0, markStart - leadOfFrame) : 0;
  const end = Math.min(line.length, start + widestFrame);
  const before = `${start > 0 ? "…" : ""}${visible(line.slice(start, markStart))}`;
  const mark = "^".repeat(Math.max(1, visible(line.slice(markStart, Math.min(to, end))).length));
  return [
    `${gutter} ${frameBar}`,
    `${paint(blue, String(span.line))} ${frameBar} ${before}${visible(line.slice(markStart, end))}${end < line.length ? "…" : ""}`,
    `${gutter} ${frameBar} ${" ".repeat(before.length)}${paint(style, mark)}`,
  ];
}

function printCount(diagnostics: readonly Diagnostic[]): string {
  const counts = (["error", "warning", "info"] as const).flatMap((severity) => {
    const count = diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
    if (count === 0) return [];
    return [severity === "info" ? `${count} info` : `${count} ${severity}${count === 1 ? "" : "s"}`];
  });
  return counts.join(", ");
}

export const humanPrinter: Printer = {
  name: "human",
  summary: "code frames for people",
  print: printDiagnostics,
};
