import { hostNames } from "@proviso/compiler/hosts";
import { expect, test } from "vitest";
import { createProject } from "./project.ts";

/** A file with one tool, whose input is this. */
function contract(input: string): string {
  return `proviso: 1
domain: notes
description: Notes that people keep.
tools:
  read:
    title: Read a note
    description: Returns the text of a note that somebody wrote.
    category: writing
    riskLevel: low
    inputSchema: ${input}
    outputSchema: { text: string }
    permissions: []
    sideEffects: []
    dataFlow: { readsPrivate: true, returnsUntrusted: false }
    auditEvent: note.read
    failureModes: []
    examples: [{ input: {} }]
    owner: writing
`;
}

const size = "{ size?: { type: integer, enum: [1, 2] } }";

test("a check for hosts says what each refuses, and one for none says nothing of it", async () => {
  const project = await createProject({ "contracts/notes.yaml": contract(size) });
  const plain = await project.proviso("check");
  expect([plain.code, plain.err]).toEqual([0, "next: `proviso generate`"]);
  const gemini = await project.proviso("check --host gemini");
  expect(gemini.code).toBe(1);
  expect(gemini.err).toContain("error[host/enum-of-text]: `gemini`: `size` has an `enum`");
  expect(gemini.err).toContain("--> contracts/notes.yaml:10:20");
  // The stored report is that of a check for no host.
  expect(await project.proviso("check")).toEqual(plain);
  expect((await project.proviso("check --host gemini")).code).toBe(1);
});

test("several hosts are checked at once, and a place that several refuse is named once", async () => {
  const project = await createProject({ "contracts/notes.yaml": contract("{ notes?: { type: array } }") });
  const { code, out } = await project.proviso("check --host openai --host=vscode --format json");
  const { diagnostics } = JSON.parse(out) as { diagnostics: { code: string; message: string }[] };
  expect(code).toBe(1);
  expect(diagnostics.map((each) => [each.code, each.message.split(": ")[0]])).toEqual([
    ["host/array-items", "`openai`, `vscode`"],
    ["host/strict-mode", "`openai`"],
  ]);
});

test("what is sent is checked: names as `proviso.yaml` has them", async () => {
  const project = await createProject({ "contracts/notes.yaml": contract("{}") });
  expect((await project.proviso("check --host openai")).code).toBe(0);
  await project.edit("proviso.yaml", (text) => `${text}wireNames: dotted\n`);
  const { code, err } = await project.proviso("check --host openai");
  expect([code, err]).toEqual([1, expect.stringContaining("and `notes.read` has others")]);
});

test("an unknown host is wrong usage", async () => {
  const project = await createProject();
  const { code, err } = await project.proviso("check --host chatgpt");
  expect([code, err]).toEqual([2, expect.stringContaining("`openai`, `anthropic`, `gemini`, `vscode`")]);
});

test("the page of a code about hosts names them and where each limit is documented", async () => {
  const project = await createProject();
  const { out } = await project.proviso("explain host/array-items");
  expect(out).toContain("Only `proviso check --host NAME` reports it, for `openai`, `gemini`, `vscode`.");
  expect(out).toContain("- `vscode`: <https://github.com/microsoft/vscode/issues/284536>");
});

test("the help lists every host", async () => {
  const project = await createProject();
  const { out } = await project.proviso("check --help");
  for (const name of hostNames) expect(out).toContain(name);
});
