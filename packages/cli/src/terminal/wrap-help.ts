import { stripVTControlCharacters } from "node:util";

const helpWidth = 80;

/** Ten or more commands in the line of usage; the list below it has them with what they do. */
const longChoice = /(?:[a-z]+\|){9,}[a-z]+/;

/** Wraps help to the width of a terminal; a long description continues below its own column. */
export function wrapHelp(help: string): string {
  return help.replace(longChoice, "COMMAND").split("\n").flatMap(wrapLine).join("\n");
}

function wrapLine(line: string): string[] {
  const column = /^ *\S+ {4,}/.exec(stripVTControlCharacters(line))?.[0].length ?? 0;
  const lines: string[] = [];
  let last = "";
  for (const word of line.trimEnd().split(/(?<=\S) (?=\S)/)) {
    if (last !== "" && visibleLength(`${last} ${word}`) > helpWidth) {
      lines.push(last);
      last = " ".repeat(column) + word;
    } else {
      last = last === "" ? word : `${last} ${word}`;
    }
  }
  return [...lines, last];
}

function visibleLength(text: string): number {
  return stripVTControlCharacters(text).length;
}
