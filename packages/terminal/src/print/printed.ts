import { hiddenIn } from "@proviso/manifest/hidden";

/** Codes that begin and end a style (ECMA-48, SGR). */
const styles = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
  magenta: [35, 39],
  cyan: [36, 39],
} as const;

/** Gives a text a style of our own: marked, so that `printed` lets it through. */
export type Paint = (text: string) => string;
export type Paints = Readonly<Record<keyof typeof styles, Paint>>;

/** The styles of a program's output; without `color` texts stay as they are. */
export function paints(color: boolean): Paints {
  const entries = Object.entries(styles).map(([name, [begin, end]]): [string, Paint] => [
    name,
    color ? (text) => `${mark(begin)}${text}${mark(end)}` : (text) => text,
  ]);
  return Object.fromEntries(entries) as Paints;
}

/** Marks the styles in the text of a printer that escapes all that is not its own. */
export function styled(text: string): string {
  return text.replaceAll(styleCode, (_, code: string) => mark(Number(code)));
}

const styleCode = new RegExp(`${String.raw`\u001b`}\\[(\\d+)m`, "g");
let secret: string | undefined;

/** A sequence that only this process knows, so that no text from outside holds it. */
function mark(code: number): string {
  secret ??= globalThis.crypto.randomUUID().replaceAll("-", "");
  return `\u001b]${secret};${code}\u0007`;
}

/**
 * A text as programs write it to a terminal or a log. Control, bidi and invisible characters are
 * shown as `\uXXXX`, which JSON reads as the same text; line ends, tabs and marked styles stay. A
 * line that a CI runner would take for a command is escaped, unless the text holds `commands`.
 */
export function printed(text: string, holds: "text" | "commands" = "text"): string {
  const parts = secret === undefined ? [text] : text.split(new RegExp(`\u001b\\]${secret};(\\d+)\u0007`));
  // The captured codes are between the texts.
  const whole = parts.map((part, index) => (index % 2 === 1 ? `\u001b[${part}m` : shownText(part))).join("");
  return holds === "commands" ? whole : whole.replaceAll(commandAtStart, "$1\\u003a:");
}

/** A text that stays on one line, such as a prompt or a progress. */
export function printedLine(text: string): string {
  return printed(text.replaceAll(/\r?\n/g, " "));
}

function shownText(text: string): string {
  // GitHub reads `##[name]` anywhere in a line, Azure `##vso[`, TeamCity `##teamcity[`.
  const whole = text
    .toWellFormed()
    .replaceAll("\r\n", "\n")
    .replaceAll("\r", escapeUnits)
    .replaceAll(/##(?=\w*\[)/g, "#\\u0023");
  let shown = "";
  let from = 0;
  for (const { start, end } of hiddenIn(whole)) {
    shown += whole.slice(from, start) + escapeUnits(whole.slice(start, end));
    from = end;
  }
  return shown + whole.slice(from);
}

function escapeUnits(characters: string): string {
  return Array.from({ length: characters.length }, (_, index) => {
    const unit = characters.charCodeAt(index).toString(16);
    return `\\u${unit.padStart(4, "0")}`;
  }).join("");
}

/** GitHub and Gitea read `::name::` at the start of a line. */
const commandAtStart = new RegExp(`^((?:\\s|${String.raw`\u001b`}\\[\\d+m)*)::`, "gm");
