import { moneyOfEach, moneyText } from "../asks/budget.ts";
import type { ToolContract } from "../contract/contract.ts";
import { resolveReference, schemaAt } from "../json-schema/schema-at.ts";

type About = Pick<ToolContract, "summary" | "inputSchema">;

const isMoreThan = /^input\.([\w.]+) > (\d+)$/;
const isLongerThan = /^size\(input\.(\w+)\) > (\d+)$/;

/** Simple conditions of one argument: a pattern, and what it says after "when". */
const simple: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/^has\(input\.([\w.]+)\)$/, "$1 is given"],
  [/^!has\(input\.([\w.]+)\)$/, "$1 is not given"],
  [/^input\.([\w.]+) == (?:'([^'\\]*)'|"([^"\\]*)"|(-?[\d.]+|true|false))$/, "$1 is $2$3$4"],
  [/^input\.([\w.]+) > (-?[\d.]+)$/, "$1 is more than $2"],
  [isLongerThan, 'more than $2 entries in "$1"'],
];

/**
 * A condition in words after "when", such as "email is given"; undefined if it is not simple. Plain text: it holds names
 * and values. A bound that the summary of `tool` writes as money of one currency, or of several that write it alike, is
 * written so too. A size is said of lists alone.
 */
export function conditionWords(condition: string, tool?: About): string | undefined {
  const words = condition.split(" && ").map((part) => {
    const [is, said] = simple.find(([each]) => each.test(part)) ?? [];
    if (!is || !said || (is === isLongerThan && !(tool && isList(part, tool)))) return undefined;
    return `${part.replace(is, said)}${tool ? boundText(part, tool) : ""}`;
  });
  return words.includes(undefined) ? undefined : words.join(" and ");
}

/** The size of a string is the number of its characters. */
function isList(part: string, { inputSchema }: About): boolean {
  const [, name = ""] = isLongerThan.exec(part) ?? [];
  const schema = resolveReference(schemaAt(inputSchema["properties"] ?? null, name), inputSchema);
  return schemaAt(schema, "type") === "array";
}

function boundText(part: string, tool: About): string {
  const [, field = "", bound] = isMoreThan.exec(part) ?? [];
  const money = moneyText(Number(bound), field, tool) ?? moneyOfEach(Number(bound), field, tool);
  return money === undefined ? "" : ` (${money})`;
}
