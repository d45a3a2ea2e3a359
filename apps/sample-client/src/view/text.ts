/** Columns that everything here fits into. */
export const columns = 80;

/**
 * Text from a contract, an argument or a server, with everything escaped that could hide or forge something on a
 * terminal: control characters, line breaks, bidirectional and invisible ones.
 */
export function visible(text: string): string {
  return text.replaceAll(hidden, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** By general category, and the fillers and selectors that are letters or marks to Unicode and nothing to the eye. */
const hidden = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]|\p{Default_Ignorable_Code_Point}/gu;

/** Breaks at spaces so that lines fit beside the margin; longer words keep their line. */
export function wrap(text: string, margin: number): string {
  const width = columns - margin;
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.join(`\n${" ".repeat(margin)}`);
}

export function indent(text: string, by: number): string {
  const margin = " ".repeat(by);
  return text
    .split("\n")
    .map((line) => (line === "" ? line : margin + line))
    .join("\n");
}

/** Cuts with an ellipsis. */
export function cut(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`;
}

export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
