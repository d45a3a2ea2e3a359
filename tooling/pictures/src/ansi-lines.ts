/** A part of a line in one style. */
export interface Span {
  readonly text: string;
  readonly styles: readonly string[];
}

export type Line = readonly Span[];

const codes: Readonly<Record<string, string>> = {
  "1": "bold",
  "2": "dim",
  "31": "red",
  "32": "green",
  "33": "yellow",
  "36": "cyan",
};
const ended: Readonly<Record<string, readonly string[]>> = {
  "0": Object.values(codes),
  "22": ["bold", "dim"],
  "39": ["red", "green", "yellow", "cyan"],
};
const escape = new RegExp(`${String.fromCodePoint(27)}\\[(\\d+)m`);

/** Reads text with colours, as picocolors writes them, into lines. A style may go on in the next line. */
export function ansiLines(text: string): readonly Line[] {
  let styles: readonly string[] = [];
  return text
    .trimEnd()
    .split("\n")
    .map((line) =>
      // Text and codes alternate.
      line.split(escape).flatMap((part, at) => {
        if (at % 2 === 0) return part === "" ? [] : [{ text: part, styles }];
        const begun = codes[part];
        if (begun === undefined && ended[part] === undefined) throw new Error(`no such style: ${part}`);
        styles = [...styles.filter((each) => !ended[part]?.includes(each)), ...(begun ? [begun] : [])];
        return [];
      }),
    );
}

export function textOfLine(line: Line): string {
  return line.map(({ text }) => text).join("");
}
