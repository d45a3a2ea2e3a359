import type { JsonSchema } from "@proviso/manifest";
import type { ConditionView } from "@proviso/manifest/condition";
import { didYouMean, nearest } from "../../report/did-you-mean.ts";
import { innerSchemas } from "./inner-schemas.ts";

/** A condition that does not compile, and the message of the CEL library. */
export interface ConditionProblem {
  readonly text: string;
  readonly says: string;
  readonly inputSchema: JsonSchema;
  readonly view?: ConditionView;
}

/** The library's message reworded for contract authors; `hint` suggests a correction. */
export interface ConditionAdvice {
  readonly problem: string;
  readonly hint?: string;
}

const conditionRewordings: readonly (readonly [RegExp, string])[] = [
  [/^Expected RPAREN, got EOF$/, "a `(` is not closed"],
  [/^Expected RBRACKET, got EOF$/, "a `[` is not closed"],
  [/^Unexpected token: EOF$/, "something is missing at the end"],
  [/^Unexpected character: '?\)'?$/, "no `(` belongs to this"],
  [/^Unterminated string$/, "this text has no end"],
  [/^Exceeded maxDepth \((\d+)\)$/, "more than $1 things are inside each other"],
  [/^Exceeded maxAstNodes \((\d+)\)$/, "the condition has more than $1 parts"],
  [/^No such key: (\w+)$/, "there is no `$1`"],
  [/^Unknown variable: (\w+)$/, "there is no variable `$1`"],
];

/** Common mistakes, found in the condition (outside strings) or the library's message. */
const foreignHabits: readonly { says?: RegExp; writes?: RegExp; hint: string }[] = [
  { says: /^Unexpected character: =/, hint: "CEL compares with `==`" },
  { writes: /(^|[\s()])(and|or|not)[\s(]/, hint: "CEL writes `&&`, `||` and `!`" },
  { writes: /<>/, hint: "CEL writes `!=`" },
  {
    says: /^Unexpected character: \$/,
    hint: "a condition is CEL as it is, without `$` and braces around it",
  },
  { says: /^no such overload: .*\bint\b/, hint: "numbers of the input are doubles: write `1.0` for 1" },
  { says: /== null|!= null/, hint: "ask with `has(input.x)` whether it is given" },
  { writes: /\.length\b|\b(len|length|count)\(/, hint: "CEL counts with `size(input.x)`" },
  { says: /'list\.contains\(/, hint: "CEL asks with `'a' in input.list`" },
  { says: /maxAstNodes/, hint: "compare with many values at once: `input.x in ['a', 'b']`" },
];

export function adviseOnCondition(condition: ConditionProblem): ConditionAdvice {
  const { says } = condition;
  const [pattern, words] = conditionRewordings.find(([each]) => each.test(says)) ?? [];
  const problem = pattern && words ? says.replace(pattern, words) : says;
  const hint = hintFor(condition);
  return hint === undefined ? { problem } : { problem, hint };
}

function hintFor({ text, says, inputSchema, view }: ConditionProblem): string | undefined {
  const bare = text.replaceAll(/'[^']*'|"[^"]*"/g, "''");
  const habit = foreignHabits.find((each) => each.says?.test(says) || each.writes?.test(bare));
  if (habit) return habit.hint;
  const [, word = "", values = ""] = /^`.*` is never `(.*)`, but one of (.*)$/.exec(says) ?? [];
  if (values !== "") return didYouMean(nearest(word, values.slice(1, -1).split("`, `")));
  const [, kind, name = ""] = /^(No such key|Unknown variable): (\w+)$/.exec(says) ?? [];
  if (kind === "No such key") return didYouMean(nearest(name, [...fieldsOf(inputSchema), ...callFields]));
  return kind === undefined ? undefined : adviseOnVariable(name, inputSchema, view);
}

const conditionVariables = ["input", "principal", "env", "now"];
const callFields = ["id", "tenant", "kind", "permissions", "acr", "authTime", "name"];

function fieldsOf(schema: JsonSchema): string[] {
  return innerSchemas(schema).flatMap(({ path, isProperty }) => (isProperty ? path.slice(-1) : []));
}

function isLiteralValue(word: string, schema: JsonSchema): boolean {
  return innerSchemas(schema).some((inner) => [inner.schema["enum"]].flat().includes(word));
}

function adviseOnVariable(name: string, schema: JsonSchema, view?: ConditionView): string | undefined {
  const quoted = `text stands in quotes: \`'${name}'\``;
  if (isLiteralValue(name, schema)) return quoted;
  if (view === "input" && conditionVariables.includes(name))
    return "what a refinement depends on is `input` alone";
  if (Object.keys(schema["properties"] ?? {}).includes(name)) return `write \`input.${name}\``;
  return didYouMean(nearest(name, view === "input" ? ["input"] : conditionVariables)) ?? quoted;
}
