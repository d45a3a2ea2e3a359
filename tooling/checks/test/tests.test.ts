import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../src/workspace.ts";

/** All but this file, which states what is wrong. */
const files = globSync("{packages,apps,tooling,editors}/*/test/**/*.ts", { cwd: root }).filter(
  (path) => !/node_modules|fixtures|tests\.test\.ts$/.test(path),
);
const texts = files.map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));

/** The least limit of a wait in milliseconds: a machine with other work may need a minute for what takes a second. */
const leastMs = 120_000;

/** The limits that a text sets by the clock, and that are too short. A test has none: the configuration ends what hangs. */
function shortLimits(text: string): readonly string[] {
  const stated = [...text.matchAll(/\btimeout: (\d[\d_]*)\b/g)]
    .filter(([, ms = ""]) => Number(ms.replaceAll("_", "")) < leastMs)
    .map(([found]) => found);
  // Its own default is one second, which no configuration changes.
  const waits = [...text.matchAll(/^( *)[^\n]*\bvi\.waitFor\((?:[^\n]*\);$|[^]*?^\1\}?\);$)/gm)].map(
    ([found]) => found,
  );
  const ofTests = [...text.matchAll(/[^\n]["`],\s*(\{ timeout: [\d_]+ \}),|^\s*\}, ([\d_]{5,})\);$/gm)].map(
    ([found, options, last]) => options ?? last ?? found,
  );
  return [...stated, ...ofTests, ...waits.filter((wait) => !/\b(timeout|patient(ly)?)\b/.test(wait))];
}

describe("tests", () => {
  it("are found", () => expect(files.length).toBeGreaterThan(500));
  it("have no limit by the clock that a busy machine exceeds", () => {
    const found = texts.filter(({ text }) => shortLimits(text).length > 0).map(({ path }) => path);
    // A request's own limit, in simulated time.
    expect(found).toEqual(["packages/server/test/wire/questions.test.ts"]);
  });
  it.each([
    ['test("a", { timeout: 300_000 }, run);', ["{ timeout: 300_000 }"]],
    ['test("a", async () => {\n}, 600_000);', ["600_000"]],
    ["const patiently = { timeout: 60_000 };", ["timeout: 60_000"]],
    ["await vi.waitFor(() => expect(a).toBe(1));", ["await vi.waitFor(() => expect(a).toBe(1));"]],
    ["await vi.waitFor(() => expect(a).toBe(1), patiently);", []],
    ["tool: { timeout: 60s }", []],
  ])("with limits: %s", (text, expected) => expect(shortLimits(text)).toEqual(expected));
});

it("CI checks the types of every package's tests, in one program or alone", () => {
  const { exclude } = JSON.parse(readFileSync(join(root, "tsconfig.tests.json"), "utf8"));
  const run = readFileSync(join(root, ".ci/run"), "utf8");
  const [, scoped = "", others = ""] = /^own=\(@proviso\/\{(.*)\} (.*)\)$/m.exec(run) ?? [];
  const own = new Set([...scoped.split(",").map((name) => `@proviso/${name}`), ...others.split(" ")]);
  const checked = globSync("{packages,apps,tooling,editors}/*/package.json", { cwd: root }).flatMap(
    (path) => {
      const { name, scripts } = JSON.parse(readFileSync(join(root, path), "utf8"));
      return scripts?.typecheck === undefined
        ? []
        : [{ name, folder: path.slice(0, -"/package.json".length) }];
    },
  );
  const isLeftOut = (folder: string): boolean => exclude.includes(folder) || folder.startsWith("editors/");
  expect(
    checked
      .filter(({ folder }) => isLeftOut(folder))
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual([...own].toSorted());
});

interface Scripts {
  readonly test?: string;
  readonly "test:long"?: string;
}

function scriptsOf(folder: string): Scripts {
  const { scripts } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
  return scripts;
}

/** Other people's clients are tried by `./x clients`. */
const folders = [...new Set(files.map((path) => path.split("/", 2).join("/")))].filter(
  (folder) => folder !== "tooling/clients",
);
const long = ".long.test.ts";

describe("every test file runs in `npm test` or in `npm run test:all`, and in one of them", () => {
  it.each(folders.map((folder) => [folder]))("%s", (folder) => {
    const own = files.filter((path) => path.startsWith(`${folder}/`) && path.endsWith(".test.ts"));
    const [isLong, isShort] = [
      own.some((path) => path.endsWith(long)),
      own.some((path) => !path.endsWith(long)),
    ];
    const runsShort = isLong ? `vitest run --exclude "**/*${long}"` : "vitest run";
    const { test, "test:long": testLong } = scriptsOf(folder);
    expect({ test, testLong }).toEqual({
      test: isShort ? runsShort : undefined,
      testLong: isLong ? `vitest run ${long}` : undefined,
    });
  });
});
