import { expect, test } from "vitest";
import { createProject, notes } from "./project.ts";

const label = `notes.create, low risk

Creates; the server asks nobody.
  ○ Money          No money moves
  ○ Outsiders      Not reached
  ○ Private data   Returns none
  ◐ Undo           Can be undone
  ○ Who is asked   Nobody
  ○ Log-in, limit  No fresh log-in; no limit of calls`;

test("explains a tool by its safety label", async () => {
  const project = await createProject();
  const { code, out, err } = await project.proviso("explain notes.create");
  expect([code, out.trim(), err]).toEqual([0, label, "next: `proviso docs`"]);
});

test("prints a label for each branch of a refined tool", async () => {
  const refined = notes
    .replace("riskLevel: low", "riskLevel: medium")
    .replace(
      "title: Create",
      "refine:\n      - { when: input.text == '', riskLevel: low, sideEffects: [] }\n    title: Create",
    );
  const { out } = await (
    await createProject({ "contracts/notes.yaml": refined })
  ).proviso("explain notes.create");
  const parts = out.split("\n\n").map((part) => part.split("\n").slice(0, 2));
  expect(parts).toEqual([
    ["notes.create, medium risk"],
    ["If input.text == ''", "Only reads; the server asks nobody."],
    ["All other calls", "Creates; the server asks nobody."],
  ]);
});

test("prints it as JSON", async () => {
  const { out } = await (await createProject()).proviso("explain notes.create --json");
  const { tool, riskLevel, labels } = JSON.parse(out);
  expect([tool, riskLevel, labels.length, labels[0].rows[3]]).toEqual([
    "notes.create",
    "low",
    1,
    { id: "undo", name: "Undo", kind: "risk", text: "Can be undone", tone: "some" },
  ]);
});

test.each([
  ["explain notes.creat", 2, /there is no tool `notes\.creat`; did you mean `notes\.create`\?/],
  ["explain notes.c", 2, /there is no tool `notes\.c`; did you mean `notes\.create`\?/],
  ["explain parse/empty --json", 2, /name one/],
])("`proviso %s` is wrong usage", async (argv, exit, says) => {
  const { code, out, err } = await (await createProject()).proviso(argv);
  expect(code).toBe(exit);
  expect(`${out}\n${err}`).toMatch(says);
});

test("prints findings instead where contracts have errors", async () => {
  const project = await createProject({
    "contracts/notes.yaml": notes.replace("[notes:write]", "[notes:wrote]"),
  });
  const { code, err } = await project.proviso("explain notes.create");
  expect(code).toBe(1);
  expect(err).toContain("unknown-permission");
});
