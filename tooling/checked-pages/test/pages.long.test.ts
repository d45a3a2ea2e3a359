import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { pieceOf } from "../../piece-of.ts";
import { reportOf } from "../src/report.ts";
import { runCommand } from "./run-command.ts";

const pages = fileURLToPath(new URL("../../../packages/generated/docs", import.meta.url));
const names = globSync("tools/*/*.md", { cwd: pages })
  .map((path) => path.slice("tools/".length, -".md".length).replace("/", "."))
  .filter((name) => !name.endsWith(".index"))
  .toSorted();

// CI calls some of the tools. Without a seed all are called, and the command compares the whole report.
test("what pages say is what happens, and the site's report is of this run", async () => {
  const some = pieceOf(names, 16);
  const { code, text } = await runCommand(
    some.length === names.length ? [] : some.flatMap((name) => ["--tool", name]),
  );
  expect(text).toMatch(/^\d+ calls of \d+ tools: \d+ sentences are as it happened, 0 are not/m);
  expect({ code, text }).toMatchObject({ code: 0 });
  const shown: unknown = JSON.parse(
    readFileSync(new URL("../../../apps/docs/src/checked-pages.json", import.meta.url), "utf8"),
  );
  const ofThese = await reportOf({ tools: [], calls: 0, verdicts: [] }, pages);
  expect(shown).toMatchObject({ pages: ofThese.pages, tools: names.length });
});
