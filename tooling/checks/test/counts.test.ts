// Numbers that are written by hand on pages for readers, against what they count.
import { globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { riskLevels, stageNames } from "@proviso/manifest";
import { expect, it } from "vitest";
import { root } from "../src/workspace.ts";

const written = [
  "*.md",
  "apps/*/README.md",
  "apps/docs/src/content/docs/**/*.mdx",
  "packages/*/README.md",
  "tooling/*/README.md",
];
const pages = globSync(written, { cwd: root }).map(
  (path) => [path, readFileSync(join(root, path), "utf8").replaceAll(/\s+/g, " ")] as const,
);
const versus = readFileSync(join(root, "apps/docs/src/content/docs/versus.mdx"), "utf8");

const numbers = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const teens = ["eleven", "twelve", "thirteen", "fourteen", "fifteen"];
const tens = ["twenty", "thirty", "forty", "fifty"];
const values = new Map<string, number>([
  ...[...numbers, ...teens].map((word, value) => [word, value] as const),
  ...tens.map((word, index) => [word, (index + 2) * 10] as const),
]);

/** Each place where a page says how many there are of something, in a word. */
function counts(of: string): readonly (readonly [path: string, count: number])[] {
  return pages.flatMap(([path, text]) =>
    Array.from(
      text.matchAll(new RegExp(`\\b([a-z]+)\\]? (?:same )?${of}\\b`, "gi")),
      ([, word = ""]) => [path, values.get(word.toLowerCase()) ?? Number.NaN] as const,
    ).filter(([, count]) => !Number.isNaN(count)),
  );
}

/** The checks of the comparison: rows with a verdict for each framework. */
const checks = versus.match(/^\| .+ \|(?: (?:yes|–|n\/a) +\|){5}$/gm)?.length;

it.each([
  ["stages", stageNames.length],
  ["levels", riskLevels.length],
  ["checks of one script", checks],
  ["checks: fifty", checks],
  [
    "state before the first release",
    readdirSync(join(root, "tooling/compatibility/fixtures")).filter((name) => name.startsWith("before-"))
      .length,
  ],
])("pages say how many %s there are", (of, count) => {
  const said = counts(of);
  expect(said.length).toBeGreaterThan(0);
  expect(said.filter(([, each]) => each !== count)).toEqual([]);
});

it("the README's table has the figures of the comparison", () => {
  const tableOf = (text: string): ReadonlyMap<string, readonly string[]> =>
    new Map(
      Array.from(text.matchAll(/^\| *([^|\n]*?) *\|(.*)\|$/gm), ([, name = "", cells = ""]) => [
        name,
        cells.split("|").map((cell) => cell.trim()),
      ]),
    );
  const together = tableOf(versus.slice(versus.indexOf("## Together")));
  const frameworks = together.get("")?.map((name) => name.replace(/ [\d.]+$/, "")) ?? [];
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const shown = tableOf(/^\| +\| Proviso[^]*?\n\n/m.exec(readme)?.[0] ?? "");
  const columns = shown.get("") ?? [];
  expect(columns.toSorted()).toEqual(frameworks.toSorted());
  const rows = [...shown].filter(([name]) => name !== "" && !/^-+$/.test(name));
  expect(rows.length).toBeGreaterThan(2);
  for (const [name, cells] of rows)
    expect([name, cells]).toEqual([
      name,
      columns.map((each) => together.get(name)?.[frameworks.indexOf(each)]),
    ]);
  const held = together.get("checks that hold, of those that apply");
  expect(held?.[frameworks.indexOf("Proviso")]).toBe(`${checks} of ${checks}`);
});
