import { join } from "node:path";
import { expect, test } from "vitest";
import { run } from "../../src/commands/run.ts";
import type { CliHost } from "../../src/terminal/host.ts";
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

async function imported(tools: readonly object[] = list): Promise<TestProject> {
  const project = await createProject({ "list.json": JSON.stringify(tools) });
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
    "critical-deletes: 1 tool with the effect deletes: accept `critical`?",
    "high-updates: 1 tool with the effect updates: accept `high`?",
    "medium-creates: 1 tool with the effect creates: accept `medium`?",
    "low-reads: 1 tool that only reads, by the server's hint: accept `low`?",
    "may-change-notes: 3 tools of notes that change something: let callers with the permission `notes:change` call?",
    "may-read-notes: 1 tool of notes that only reads: let callers with the permission `notes:read` call?",
    "results-private-untrusted: 4 tools with results that are private, and outsiders can have written them: accept?",
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

test("once every group is accepted, what is left is answered in the contracts", async () => {
  const open = list.map((tool) => ({ ...tool, inputSchema: { type: "object", properties: {} } }));
  const project = await imported(open);
  expect((await project.proviso("todo", "new")).err).toBe("next: `proviso todo` at a terminal");
  await answer(project, ["y", "y", "y", "y", "y", "y", "y"]);
  const { out, err } = await project.proviso("todo", "new");
  expect(out).toContain("4 questions about 4 tools");
  expect(out).toContain("If not, remove `additionalProperties: true`.");
  expect(err).toBe("next: answer these in the contracts, then `proviso check`");
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

function hostOf(project: TestProject, said: string[]): CliHost {
  return {
    cwd: join(project.root, "new"),
    out: (text) => void said.push(text),
    err: (text) => void said.push(text),
    progress: () => undefined,
    runNode: async () => undefined,
    interrupted: () => new Promise(() => undefined),
    color: false,
    nodeVersion: process.versions.node,
    elapsedMs: () => 0,
  };
}

/** Answers the questions of `proviso todo` at a terminal, one after another. */
async function answer(project: TestProject, answers: readonly string[]): Promise<readonly string[]> {
  const said: string[] = [];
  const waiting = [...answers];
  const code = await run(["todo"], { ...hostOf(project, said), ask: async () => waiting.shift() });
  expect({ code, waiting }).toEqual({ code: 0, waiting: [] });
  return said;
}

test("one answer decides many tools, and all answers leave contracts that check", async () => {
  const project = await imported();
  const said = await answer(project, ["y", "y", "y", "y", "y", "y", "y"]);
  expect(said.join("\n")).toContain("accepted may-change-notes for 3 tools");
  expect(said.at(-1)).toBe("0 questions left");
  const text = await project.read("new/contracts/notes.yaml");
  expect(text).not.toContain("Suggested:");
  expect(text).not.toContain("Not classified");
  expect(text).toContain("riskLevel: critical");
  expect(text).toContain("permissions: [notes:change]");
  expect((await project.proviso("check", "new")).code).toBe(0);
});

test("an answer can be taken back, and a question left open", async () => {
  const project = await imported();
  const before = await project.read("new/contracts/notes.yaml");
  const took = (await answer(project, ["y", "y", "u", "u", "u", "q"])).join("\n");
  expect(took).toContain("undone: high-updates is open again for 1 tool");
  expect(took).toContain("undone: critical-deletes is open again for 1 tool");
  expect(took).toContain("there is no answer to undo");
  expect(await project.read("new/contracts/notes.yaml")).toBe(before);
  const said = await answer(project, ["n", "n", "n", "n", "n", "n", "n"]);
  expect(said.at(-1)).toBe("7 questions left");
  expect(await project.read("new/contracts/notes.yaml")).toBe(before);
});

test("everything that a yes writes is shown before it is written, and a contract edited since stays", async () => {
  const project = await imported();
  const path = "new/contracts/notes.yaml";
  const said: string[] = [];
  const asked = ["y", "y", "y", "y", "s", "y", "u", "q"];
  await run(["todo"], {
    ...hostOf(project, said),
    async ask() {
      // An edit after the last yes, before it is undone.
      if (asked.length === 2) await project.edit(path, (text) => `${text}\n# Edited.\n`);
      return asked.shift();
    },
  });
  const printed = said.join("\n");
  expect(printed).toContain(
    [
      "a yes writes:",
      "  3 tools:",
      "    - permissions: []",
      "    + permissions: [notes:change]",
      "  the permissions of notes:",
      '    + "notes:change": Change what the tools of notes are about.',
    ].join("\n"),
  );
  expect(printed).toContain("contracts/notes.yaml was edited since, so the answer is not undone");
  expect(await project.read(path)).toContain("# Edited.");
});

test("--accept answers one group without a terminal", async () => {
  const project = await imported();
  const { groups } = JSON.parse((await project.proviso("todo --json", "new")).out);
  expect(groups[0]).toMatchObject({
    id: "critical-deletes",
    tools: [{ tool: "notes.drop_note", fields: { riskLevel: "critical" } }],
  });
  const written = [
    "  notes.drop_note:",
    "    - riskLevel: high",
    "    + riskLevel: critical",
    "    - sideEffects: [Not classified yet.]",
    "    + sideEffects: [{ deletes: Does something with notes. }]",
    "    + stepUpAuth: { never: true, reason: A person approves each call in the inbox. }",
  ].join("\n");
  const before = await project.read("new/contracts/notes.yaml");
  expect(await project.proviso("todo --accept critical-deletes --dry-run", "new")).toEqual({
    code: 0,
    out: written,
    err: "",
  });
  expect(await project.read("new/contracts/notes.yaml")).toBe(before);
  expect(await project.proviso("todo --accept critical-deletes", "new")).toEqual({
    code: 0,
    out: `accepted critical-deletes for 1 tool\n${written}`,
    err: "",
  });
  expect(await project.read("new/contracts/notes.yaml")).toContain("riskLevel: critical");
  expect(await project.proviso("todo --accept critical-deletes", "new")).toMatchObject({
    code: 2,
    err: expect.stringContaining("no group of open questions is called `critical-deletes`"),
  });
});

test("--accept takes several groups, with commas or again, and none of them if one is unknown", async () => {
  const project = await imported();
  const words = "todo --accept critical-deletes,high-updates --accept low-reads";
  const before = await project.read("new/contracts/notes.yaml");
  expect(await project.proviso(`${words} --accept low-unknown`, "new")).toMatchObject({
    code: 2,
    err: expect.stringContaining("no group of open questions is called `low-unknown`"),
  });
  expect(await project.read("new/contracts/notes.yaml")).toBe(before);
  const { code, out } = await project.proviso(words, "new");
  expect({ code, accepted: out.match(/^accepted .*$/gm) }).toEqual({
    code: 0,
    accepted: ["critical-deletes", "high-updates", "low-reads"].map((id) => `accepted ${id} for 1 tool`),
  });
});

test("the suggested level decides which tools are the most dangerous", async () => {
  const names = ["start_job", "send_mail", "stop_audit_log", "add_note", "get_note"];
  const tools = names.map((name) => ({ name, description: "Does it.", inputSchema: { type: "object" } }));
  const project = await imported(tools.map((tool) => ({ ...tool, annotations: { openWorldHint: false } })));
  const { tools: asked } = JSON.parse((await project.proviso("todo --json", "new")).out);
  expect(asked.map(({ tool }: { readonly tool: string }) => tool)).toEqual(
    ["stop_audit_log", "send_mail", "add_note", "start_job", "get_note"].map((name) => `notes.${name}`),
  );
});

test("the question about a payment says what makes two calls one", async () => {
  const body = {
    type: "object",
    required: ["amount"],
    properties: { amount: { type: "integer" }, note: { type: "string" } },
  };
  const charge = {
    name: "charge_card",
    description: "Charges a card.",
    inputSchema: {
      type: "object",
      required: ["card", "body", "reason"],
      properties: { card: { type: "string" }, body, reason: { type: "string" } },
    },
  };
  const project = await imported([charge]);
  const { groups } = JSON.parse((await project.proviso("todo --json", "new")).out);
  expect(groups[0]).toMatchObject({
    question:
      "1 tool with the effect pays: accept `critical`, and that calls with the same `card` and `body` (all of it, `note` too) are one payment?",
    tools: [{ fields: { idempotency: { key: ["card", "body"] } } }],
  });
});
