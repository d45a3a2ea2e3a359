import { expect, test } from "vitest";
import { createProject, type TestProject } from "../project.ts";

const list = [
  { name: "read_note", annotations: { readOnlyHint: true } },
  { name: "add_note", annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false } },
  { name: "drop_note" },
  { name: "write_note" },
].map((tool) => ({
  ...tool,
  description: "Does something with notes.",
  inputSchema: { type: "object", properties: {}, additionalProperties: false },
}));

async function imported(): Promise<TestProject> {
  const project = await createProject({ "list.json": JSON.stringify(list) });
  await project.proviso("import list.json --product notes --out new");
  return project;
}

test("todo asks about each tool, the most dangerous first", async () => {
  const project = await imported();
  const { code, out } = await project.proviso("todo", "new");
  expect(code).toBe(0);
  const lines = out.split("\n");
  expect(lines.filter((line) => !line.startsWith("  "))).toEqual([
    expect.stringMatching(/^notes\.drop_note {2}\(high, contracts\/notes\.yaml:\d+\)$/),
    expect.stringMatching(/^notes\.write_note {2}\(high, /),
    expect.stringMatching(/^notes\.add_note {2}\(high, /),
    expect.stringMatching(/^notes\.read_note {2}\(low, /),
    "12 questions about 4 tools",
  ]);
  expect(lines[1]).toBe("  - What does a call change? Give each effect its kind, and set `riskLevel`.");
  expect(out).toContain("The server claims `readOnlyHint: true`. Is it true that a call changes nothing?");
});

test("what is answered is asked no more", async () => {
  const project = await imported();
  const answered = (text: string): string =>
    text
      .replace(/^ *# .*\n/gm, "")
      .replaceAll(/^( *)sideEffects: \[Not classified.*\]$/gm, "$1sideEffects: [updates: A note.]")
      .replaceAll(
        "    permissions: []",
        "    permissions: [notes:use]\n    dataFlow: { readsPrivate: true, returnsUntrusted: false }",
      )
      .replace("\ntools:", "\npermissions:\n  notes:use: Use notes.\n\ntools:");
  await project.edit("new/contracts/notes.yaml", answered);
  expect(await project.proviso("todo", "new")).toEqual({
    code: 0,
    out: "nothing is left to decide",
    err: "next: `proviso generate`",
  });
});

test("todo --json is for machines, and a contract with errors is shown instead", async () => {
  const project = await imported();
  const { tools } = JSON.parse((await project.proviso("todo --json", "new")).out);
  expect(tools[0]).toMatchObject({
    tool: "notes.drop_note",
    riskLevel: "high",
    file: "contracts/notes.yaml",
    questions: [{ field: "sideEffects" }, { field: "permissions" }, { field: "dataFlow" }],
  });
  await project.edit("new/contracts/notes.yaml", (text) =>
    text.replace("riskLevel: high", "riskLevel: grave"),
  );
  const { code, out, err } = await project.proviso("todo", "new");
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(err).toContain("decode/unknown-value");
});
