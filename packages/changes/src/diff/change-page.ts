import { diffManifests } from "./diff-manifests.ts";
import type { Change } from "./facts/change.ts";
import type { ChangeExample, ChangeKind, ChangeRule, ContractLines } from "./facts/change-rule.ts";
import { exampleSides } from "./example-manifests.ts";

/** The Markdown page of a rule: what it compares, its ids with verdicts, and judged examples. */
export function changePage(rule: ChangeRule): string {
  const sections = [
    `# ${rule.name}`,
    `**${rule.summary}**`,
    kindsTable(Object.entries(rule.kinds).map(([id, kind]) => [`\`${id}\``, kind])),
    "## Examples",
    ...rule.examples.map((example) => exampleSection(rule, example)),
  ];
  return `${sections.join("\n\n")}\n`;
}

/** A table of kinds of changes: the first cell of each row, and the kind. */
export function kindsTable(rows: readonly (readonly [string, ChangeKind])[]): string {
  return [
    "| id | for callers | for safety | for models | what it means |",
    "| --- | --- | --- | --- | --- |",
    ...rows.map(
      ([id, { callers, safety, model, means }]) =>
        `| ${id} | ${callers} | ${safety} | ${model} | ${means.replaceAll("|", "\\|")} |`,
    ),
  ].join("\n");
}

function exampleSection({ kinds }: ChangeRule, example: ChangeExample): string {
  const [before, after] = exampleSides(example).map(({ manifest }) => manifest);
  if (!before || !after) return "";
  const found = diffManifests(before, after).find((change) => isShown(change, example));
  const reverse = kinds[example.id]?.reverse;
  const backwards = reverse === example.id ? "the same id" : `\`${reverse}\``;
  return [
    ["```diff", ...linesOf(example), "```"].join("\n"),
    `\`${example.id}\`${example.path === "" ? "" : ` at \`${example.path}\``}: ${found?.message}. The change backwards is ${backwards}.`,
  ].join("\n\n");
}

function isShown({ id, path }: Change, example: ChangeExample): boolean {
  return id === example.id && path === example.path;
}

/** Returns the written forms before and after, without their equal parts. */
function linesOf({
  before,
  after,
  headers = ["", ""],
  products = [{}, {}],
}: ChangeExample): readonly string[] {
  const [head, tail] = headers.map((text) => text.trimEnd().split("\n").filter(Boolean));
  const [was, is] = [writtenLines(before), writtenLines(after)];
  const [from, to] = products.map((lines) => Object.entries(lines).map(([key, value]) => `${key}: ${value}`));
  return [...changed(from, to), ...changed(head, tail), ...changed(was, is)];
}

function changed(was: readonly string[] = [], is: readonly string[] = []): readonly string[] {
  return [
    ...was.map((line) => (is.includes(line) ? ` ${line}` : `-${line}`)),
    ...is.filter((line) => !was.includes(line)).map((line) => `+${line}`),
  ];
}

/** The verb is the key above the fields. */
function writtenLines({ verb, ...lines }: ContractLines): readonly string[] {
  const name = verb === undefined || verb === null ? [] : [`${verb}:`];
  return [
    ...name,
    ...Object.entries(lines).flatMap(([key, value]) => (value === null ? [] : [`${key}: ${value}`])),
  ];
}
