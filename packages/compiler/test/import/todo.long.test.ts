import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { pieceOf } from "../../../../tooling/piece-of.ts";
import { compile } from "../../src/index.ts";
import {
  answerGroup,
  importTools,
  openQuestions,
  type QuestionGroup,
  questionGroups,
  readList,
} from "../../src/import.ts";

const fixtures = new URL("fixtures/", import.meta.url);

/** Imports a list, and accepts the questions of all groups, one after another. */
function acceptAll(file: string) {
  const list = readList(JSON.parse(readFileSync(new URL(file, fixtures), "utf8")));
  if (!list) throw new Error(`${file} is no list`);
  const imported = importTools({ tools: list.tools, product: "shop", domain: "shop", isOneDomain: false });
  const foreign = new Map(list.tools.map((tool) => [imported.names[tool.name] ?? "", tool]));
  let sources = imported.contracts;
  const groupsNow = (): readonly QuestionGroup[] => {
    const { model } = compile(sources);
    if (!model) throw new Error("the contracts do not compile");
    return questionGroups(model, sources, foreign);
  };
  const left: string[] = [];
  let decisions = 0;
  for (const { id } of groupsNow()) {
    const group = groupsNow().find((each) => each.id === id);
    if (!group) continue;
    decisions += 1;
    const answered = answerGroup(sources, group);
    left.push(...answered.left.map((tool) => `${id} ${tool}`));
    const changed = new Map(answered.contracts.map((source) => [source.path, source]));
    sources = sources.map((source) => changed.get(source.path) ?? source);
  }
  const { model, diagnostics } = compile(sources);
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const open = model ? openQuestions(model, sources) : [];
  return { decisions, left, errors, model, open, tools: list.tools.length };
}

const lists = ["github", "stripe", "supabase", "mongodb", "filesystem", "memory", "playwright", "notion"];

test.each(pieceOf(lists, 3))("all of %s is decided in at most 60 answers, and compiles", (name) => {
  const { decisions, left, errors, open } = acceptAll(`${name}.json`);
  expect({ errors, left }).toEqual({ errors: [], left: [] });
  expect(decisions).toBeLessThanOrEqual(60);
  const fields = open.flatMap(({ questions }) => questions.map(({ field }) => field));
  expect(fields.filter((field) => field !== "inputSchema")).toEqual([]);
});
