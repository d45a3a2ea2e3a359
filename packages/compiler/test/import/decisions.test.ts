import { readFileSync } from "node:fs";
import type { JsonObject } from "@proviso/manifest";
import { expect, test } from "vitest";
import { compile } from "../../src/index.ts";
import { importTools, openQuestions, questionGroups, readList, readOpenApi } from "../../src/import.ts";

const svix = new URL("fixtures/openapi/svix.json", import.meta.url);

test("the largest list, of 252 tools, is decided in at most 60 answers", () => {
  const { tools } = readOpenApi(JSON.parse(readFileSync(svix, "utf8")) as JsonObject);
  const list = readList([...tools], { hasEffects: true })?.tools ?? [];
  const imported = importTools({ tools: list, product: "svix", domain: "svix", isOneDomain: false });
  const { model } = compile(imported.contracts);
  if (!model) throw new Error("the contracts do not compile");
  const foreign = new Map(list.map((tool) => [imported.names[tool.name] ?? "", tool]));
  const groups = questionGroups(model, imported.contracts, foreign);
  expect([list.length, groups.length]).toEqual([252, 31]);
  const asked = groups.flatMap(({ tools: its }) =>
    its.map(({ tool, fields }) => [tool, Object.keys(fields)]),
  );
  const open = openQuestions(model, imported.contracts).flatMap(({ tool, questions }) =>
    questions.filter(({ field }) => field !== "inputSchema").map(({ field }) => [tool, field] as const),
  );
  expect(
    open.filter(([tool, field]) => !asked.some(([name, all]) => name === tool && all?.includes(field))),
  ).toEqual([]);
  const shared = groups.filter(({ id }) => id.endsWith("-all-others"));
  expect(shared.map(({ question }) => question)).toEqual([
    expect.stringMatching(
      /^\d+ tools of \d+ small domains that change something: let callers with the permission of/,
    ),
    expect.stringMatching(/^\d+ tools of \d+ small domains that only read: /),
  ]);
});
