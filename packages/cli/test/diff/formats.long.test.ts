import { createRequire } from "node:module";
import Draft04 from "ajv-draft-04";
import addFormats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { diffFormats } from "../../src/diff/formats.ts";
import { markdownFormat } from "../../src/diff/markdown.ts";
import { changesIn } from "./changes.ts";
import { createGitProject, type GitProject } from "./git.ts";

const require = createRequire(import.meta.url);

/** A project that asks for less, and says it otherwise. */
async function changed(
  description = "Adds one note. It is kept until somebody removes it.",
): Promise<GitProject> {
  const project = await createGitProject();
  await project.edit("contracts/notes.yaml", (text) =>
    text
      .replace("permissions: [notes:write]", "permissions: []")
      .replace(/description: Adds a note.*/, `description: ${JSON.stringify(description)}`),
  );
  return project;
}

test("the formats are these, the one for people first", () => {
  expect(diffFormats.map(({ name }) => name)).toEqual(["text", "json", "markdown", "sarif", "github"]);
});

test("text names each change with its verdicts, kind, fingerprint and place, the most serious first", async () => {
  const project = await changed();
  const { code, out, err } = await project.proviso("diff --against main");
  expect({ code, err }).toEqual({
    code: 0,
    err: 'next: undo what became looser, or accept it: `proviso lock --accept "reason"`',
  });
  expect(out.replaceAll(/[0-9a-f]{16}/g, "FINGERPRINT")).toMatchInlineSnapshot(`
    "notes.create
      loosened: \`notes.create\` no longer requires the permission \`notes:write\`
        permission-no-longer-required FINGERPRINT  contracts/notes.yaml:13
      read by models, read by people who approve a call: \`notes.create\` has another \`description\`: \`Adds one note. It is kept until somebody removes it.\`
        description-changed FINGERPRINT  contracts/notes.yaml:8

    2 changes since main: 1 loosened, 1 read by models, 1 read by people who approve a call"
  `);
});

test("texts by which people decide are said to be read by them", async () => {
  const project = await createGitProject();
  await project.edit("contracts/notes.yaml", (text) =>
    text
      .replace("creates: A note.", "creates: A small note.")
      .replace("notes:write: Add and remove notes.", "notes:write: Look at notes.")
      .replace("riskLevel: low", "riskLevel: low\n    riskReason: It is small."),
  );
  project.commit("Reason");
  await project.edit("contracts/notes.yaml", (text) =>
    text
      .replace("A small note.", "Nothing.")
      .replace("Look at notes.", "Change notes.")
      .replace("It is small.", "Nobody minds.")
      .replace(/title: .*/, "title: Take a note"),
  );
  const { out } = await project.proviso("diff --against HEAD");
  expect(out).toContain(
    "read by models, read by people who approve a call: `notes.create` describes an effect otherwise",
  );
  expect(out).toContain(
    "read by reviewers: `notes.create` has another reason for its risk level: `Nobody minds.`",
  );
  expect(out).toContain("read by people who grant it: the permission `notes:write` is described otherwise");
  expect(
    changesIn(await project.proviso("diff --against HEAD --format json")).map(
      ({ id, readers }) => `${id}: ${readers}`,
    ),
  ).toEqual([
    "permission-reworded: people who grant it",
    "risk-reason-changed: reviewers",
    "side-effect-reworded: people who approve a call",
    "title-changed: people who approve a call",
  ]);
});

test("json is one object, in which an absent value is null", async () => {
  const project = await changed();
  const [first, ...rest] = changesIn(await project.proviso("diff --against main --format json"));
  expect(first).toEqual({
    id: "permission-no-longer-required",
    tool: "notes.create",
    path: 'permissions["notes:write"]',
    callers: "safe",
    safety: "loosened",
    model: "unchanged",
    before: "notes:write",
    after: null,
    message: "`notes.create` no longer requires the permission `notes:write`",
    fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/),
    file: "contracts/notes.yaml",
    line: 13,
  });
  expect(rest).toHaveLength(1);
});

test("github annotates the line of the clause, and a removed tool at the start of its file", async () => {
  const project = await changed();
  const { out } = await project.proviso("diff --against main --format github --fail-on loosened");
  expect(out.split("\n").map((line) => line.replace(/::`.*/, ""))).toEqual([
    "::error file=contracts/notes.yaml,line=13,endLine=13,col=5,endColumn=16,title=diff/permission-no-longer-required",
    "::notice file=contracts/notes.yaml,line=8,endLine=8,col=5,endColumn=16,title=diff/description-changed",
  ]);
  await project.edit(
    "contracts/tags.yaml",
    (text) => `${text}  drop:\n${text.split("  create:\n")[1] ?? ""}`,
  );
  project.commit("Two");
  await project.edit("contracts/tags.yaml", (text) => text.slice(0, text.indexOf("  drop:")));
  const removed = await project.proviso("diff --against HEAD --format github");
  expect(removed.out).toMatch(/^::warning file=contracts\/tags\.yaml,line=1,.*tool-removed::/);
});

test("the code of an annotation is explained", async () => {
  const project = await createGitProject();
  const { code, out } = await project.proviso("explain diff/confirmation-loosened");
  expect(code).toBe(0);
  expect(out).toBe((await project.proviso("explain confirmation-loosened")).out);
});

test("sarif is valid, and describes each kind of change", async () => {
  const ajv = new Draft04.default({ strict: false, allErrors: true, unicodeRegExp: false });
  addFormats.default(ajv);
  const validate = ajv.compile(require("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json"));
  const project = await changed();
  const log = JSON.parse((await project.proviso("diff --against main --format sarif")).out);
  validate(log);
  expect(validate.errors).toBeNull();
  expect(log.runs[0].tool.driver.rules).toContainEqual(
    expect.objectContaining({
      id: "diff/permission-no-longer-required",
      shortDescription: { text: "Callers without this permission can call the tool." },
    }),
  );
  expect(log.runs[0].results).toHaveLength(2);
});

test("without changes, each format says so in its way, and exits with 0", async () => {
  const project = await createGitProject();
  const printed = diffFormats.map(async ({ name }) => {
    const { code, out } = await project.proviso(
      `diff --against main --format ${name} --fail-on breaking,loosened,model`,
    );
    return [name, code, name === "sarif" ? JSON.parse(out).runs[0].results : out];
  });
  expect(await Promise.all(printed)).toEqual([
    ["text", 0, "no changes since main"],
    ["json", 0, '{\n  "changes": []\n}'],
    ["markdown", 0, "### No contract changed since `main`"],
    ["sarif", 0, []],
    ["github", 0, ""],
  ]);
});

describe("a comment in Markdown", () => {
  /** What is left of a comment outside of code, where GitHub looks for markup, people and links. */
  function outsideOfCode(comment: string): string {
    return comment
      .replaceAll(/^(`{3,})json\n[^]*?\n\1$/gm, "")
      .replaceAll(/<code>[^<]*<\/code>|(?<!\\)`[^`]*`/g, "")
      .replaceAll(/<\/?(?:details|summary)>/g, "");
  }

  test("has a table for each tool, and the values below it, folded", async () => {
    const project = await changed();
    const { out } = await project.proviso("diff --against main --format markdown");
    expect(out).toContain("### 2 changes of contracts since `main`: 1 loosened, 1 read by models");
    expect(out).toContain("#### `notes.create`\n\n| Verdict | Change | Kind |");
    expect(out).toContain(
      "| **loosened** | `notes.create` no longer requires the permission `notes:write` |",
    );
    expect(out).toContain(
      '<details><summary>Before and after</summary>\n\n`permissions["notes:write"]` in `contracts/notes.yaml:13`',
    );
    expect(out).toContain('```json\n"Adds one note. It is kept until somebody removes it."\n```');
  });

  test.each([
    "Ping @octocat and @acme/team.",
    "Fixes #12, acme/web#3 and GH-7 and 0123456789abcdef0123456789abcdef01234567.",
    "<img src=x onerror=alert(1)> <!-- </details> <script>",
    "[link](https://evil.test) https://evil.test www.evil.test mail@evil.test ![i](x)",
    "``` `` ` ` | | :shipit: **bold** ~~x~~ $x$ \u202e\u200b",
    "# Head",
    "</code>`</details>`<b>",
    "- [ ] task",
  ])("%j stays text", async (description) => {
    const project = await changed(description);
    const { out } = await project.proviso("diff --against main --format markdown");
    const rest = outsideOfCode(out);
    expect(rest).not.toMatch(/@|https?:|www\.|#\d|GH-\d|[0-9a-f]{40}|:shipit:|<|\u202e|\u200b|(?<!\\)\[/);
    // Every row of the tables has its three cells.
    const rows = out.split("\n").filter((line) => line.startsWith("| "));
    for (const row of rows) expect(row.match(/(?<!\\)\|/g)).toHaveLength(4);
  });

  test("is no longer than GitHub takes, and says how much is left out", () => {
    const change = { id: "title-changed", callers: "safe", safety: "unchanged", model: "changed" } as const;
    const span = { file: "a.yaml", start: 0, end: 1, line: 1, column: 1, endLine: 1, endColumn: 2 };
    const changes = Array.from({ length: 500 }, (_, index) => ({
      ...change,
      tool: `a.tool_${index}`,
      path: "title",
      before: "x".repeat(5000),
      after: "y",
      message: `\`a.tool_${index}\` has another title`,
      fingerprint: "0123456789abcdef",
      span,
      fails: false,
    }));
    const text = markdownFormat.print({
      against: "main",
      changes,
      diagnostics: [],
      folder: "",
    });
    expect(text.length).toBeLessThan(65_536);
    expect(text).toMatch(/\n\n\d+ more changes: `proviso diff` prints all of them\.$/);
    expect(text).toContain("… 3002 characters more");
  });
});
