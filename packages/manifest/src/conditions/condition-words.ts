/** Simple conditions of one argument: a pattern, and what it says after "when". */
const simple: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/^has\(input\.([\w.]+)\)$/, "$1 is given"],
  [/^!has\(input\.([\w.]+)\)$/, "$1 is not given"],
  [/^input\.([\w.]+) == (?:'([^'\\]*)'|"([^"\\]*)"|(-?[\d.]+|true|false))$/, "$1 is $2$3$4"],
  [/^input\.([\w.]+) > (-?[\d.]+)$/, "$1 is more than $2"],
  [/^size\(input\.([\w.]+)\) > (\d+)$/, "more than $2 in $1"],
];

/** A condition in words after "when", such as "email is given"; undefined if it is not simple. Plain text: it holds names and values. */
export function conditionWords(condition: string): string | undefined {
  const words = condition
    .split(" && ")
    .map((part) => simple.flatMap(([is, said]) => (is.test(part) ? [part.replace(is, said)] : []))[0]);
  return words.includes(undefined) ? undefined : words.join(" and ");
}
