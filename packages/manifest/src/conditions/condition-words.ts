import { moneyText } from "../asks/budget.ts";
import type { ToolContract } from "../contract/contract.ts";

/** Simple conditions of one argument: a pattern, and what it says after "when". */
const simple: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/^has\(input\.([\w.]+)\)$/, "$1 is given"],
  [/^!has\(input\.([\w.]+)\)$/, "$1 is not given"],
  [/^input\.([\w.]+) == (?:'([^'\\]*)'|"([^"\\]*)"|(-?[\d.]+|true|false))$/, "$1 is $2$3$4"],
  [/^input\.([\w.]+) > (-?[\d.]+)$/, "$1 is more than $2"],
  [/^size\(input\.([\w.]+)\) > (\d+)$/, "more than $2 in $1"],
];

const isMoreThan = /^input\.([\w.]+) > (\d+)$/;

/**
 * A condition in words after "when", such as "email is given"; undefined if it is not simple. Plain text: it holds names
 * and values. A bound that the summary of `tool` writes as money is written so too, in the currency of its first example.
 */
export function conditionWords(
  condition: string,
  tool?: Pick<ToolContract, "summary" | "examples">,
): string | undefined {
  const words = condition.split(" && ").map((part) => {
    const [is, said] = simple.find(([each]) => each.test(part)) ?? [];
    return is && said && `${part.replace(is, said)}${tool ? boundText(part, tool) : ""}`;
  });
  return words.includes(undefined) ? undefined : words.join(" and ");
}

function boundText(part: string, tool: Pick<ToolContract, "summary" | "examples">): string {
  const [, field = "", bound] = isMoreThan.exec(part) ?? [];
  const money = moneyText(Number(bound), field, { ...tool, input: tool.examples[0]?.input ?? {} });
  return money === undefined ? "" : ` (${money})`;
}
