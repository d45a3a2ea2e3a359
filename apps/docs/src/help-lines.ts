/** The help of a command without its two columns and line ends, which fit a terminal: each text in one line below its name. */
export function helpLines(help: string): string {
  return help
    .trim()
    .replaceAll(/^( {2}\S.*?) {2,}(?=\S)/gm, "$1\n\t")
    .replaceAll(/^( {2}\S.*)\n {5,}/gm, "$1\n\t")
    .replaceAll(/\n {5,}|(?<=^\S.*)\n(?=\S)/gm, " ")
    .replaceAll("\t", "      ");
}
