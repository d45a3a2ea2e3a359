import { readFile } from "node:fs/promises";
import { sentenceForms } from "@proviso/prove";
import { expect, test } from "vitest";
import { proofPageOf } from "../src/prove/proof-page.ts";
import { createProject } from "./project.ts";

const kept = `proviso: 1
guarantees:
  - no tool that deletes runs unasked
  - without permissions, no call changes anything
`;
const scope =
  "Contracts are proved here, and servers enforce them on every call; what handlers do is not proved.";

test("prints a verdict for each guarantee with the size of its proof, and exits with 0", async () => {
  const project = await createProject({ "guarantees.yaml": kept });
  expect(await project.proviso("prove")).toMatchObject({
    code: 0,
    out: [
      "proved          no tool that deletes runs unasked  (2 tools, 2 steps)",
      "proved          without permissions, no call changes anything  (0 tools, 0 steps)",
      "",
      "2 proved, 0 counterexamples",
      scope,
    ].join("\n"),
  });
});

test("the page of a site leads from a guarantee to what agents with these permissions can do", async () => {
  const guarantees = `${kept}  - private data never leaves without a person
  - say: with these permissions, private data never leaves without a person
    permissions: [notes:write]
  - every call that creates is recognised when repeated
  - say: every call that creates is recognised when repeated
    tools: [notes.create]
`;
  const project = await createProject({ "guarantees.yaml": guarantees });
  const page = (await proofPageOf(project.root)) ?? "";
  expect(page).toContain("Repeated means: an equal call of the same caller, within the time");
  const { out: forms } = await project.proviso("explain guarantee/unknown-sentence");
  expect(page).toContain(
    "`proviso explain guarantee/unknown-sentence` lists the sentences that can be written",
  );
  for (const { form } of sentenceForms) expect(forms).toContain(form);
  const cells = page.split("\n").flatMap((line) => (line.startsWith("| <a ") ? [line.split(" | ")[2]] : []));
  expect(cells).toEqual([
    "[no tool that deletes runs unasked](/agents/#effects)",
    "[without permissions, no call changes anything](/agents/?with=)",
    "[private data never leaves without a person](/agents/#effects)",
    String.raw`[with these permissions, private data never leaves without a person (with notes\:write)](/agents/?with=notes:write)`,
    "every call that creates is recognised when repeated",
    "notes.create: every call that creates is recognised when repeated",
  ]);
  // The result first, and the tools that a sentence is about.
  expect(page.split("\n\n")[1]).toMatch(
    /^\*\*\d+ proved, \d+ counterexamples\*\*, of the contracts of 2 tools that agents can call\. Contracts are proved/,
  );
  expect(page).toContain("| 0 of 2 tools (2 steps) |");
  await project.edit("contracts/notes.yaml", (text) =>
    text.replace(/riskLevel: low/, "riskLevel: forbidden"),
  );
  expect(await proofPageOf(project.root)).toContain(
    "of the contracts of 1 tool that agents can call. Left out: 1 forbidden tool, of which no agent's call is possible.",
  );
});

const broken = `proviso: 1
guarantees:
  - no tool that creates runs unasked
`;
const call = { tool: "notes.create", input: { text: "Water the plants." }, env: { name: "live" } };

test("prints the call that breaks a guarantee in each format, and exits with 1", async () => {
  const project = await createProject({ "guarantees.yaml": broken });
  const print = async (format: string): Promise<string> => {
    const { code, out } = await project.proviso(`prove --format ${format}`);
    expect([format, code]).toEqual([format, 1]);
    return out;
  };
  expect(await print("text")).toContain(
    'counterexample  no tool that creates runs unasked\n                notes.create {"text":"Water the plants."} by an agent in live',
  );
  const json = JSON.parse(await print("json"));
  expect(json).toMatchObject({
    ok: false,
    scope,
    guarantees: [{ verdict: "counterexample", calls: [call], line: 3 }],
  });
  expect(JSON.parse((await project.proviso("prove --json")).out)).toEqual(json);
  const markdown = await print("markdown");
  expect(markdown).toContain(
    "### Guarantees: 0 proved, 1 counterexample\n\n| Verdict | Guarantee | Looked at, or found |",
  );
  expect(markdown).toContain(scope);
  const { results } = JSON.parse(await print("sarif")).runs[0];
  expect(results).toMatchObject([
    {
      ruleId: "prove/counterexample",
      level: "error",
      locations: [
        { physicalLocation: { artifactLocation: { uri: "guarantees.yaml" }, region: { startLine: 3 } } },
      ],
    },
  ]);
  expect(await print("github")).toMatch(/^::error file=guarantees\.yaml,line=3,/);
});

test("--against says which verdicts were other ones", async () => {
  const project = await createProject({ "guarantees.yaml": kept });
  await project.proviso("lock");
  await project.edit("contracts/notes.yaml", (text) => text.replace("[notes:write]", "[]"));
  const { code, out } = await project.proviso("prove --against lock");
  expect(code).toBe(1);
  expect(out).toContain("counterexample  without permissions, no call changes anything  (before: proved)\n");
  expect(out).toMatch(/^proved          no tool that deletes runs unasked  \(2 tools, 2 steps\)$/m);
  const { guarantees } = JSON.parse((await project.proviso("prove --against lock --json")).out);
  expect(guarantees).toMatchObject([{ was: "proved", verdict: "proved" }, { was: "proved" }]);
  expect((await project.proviso("prove --grant notes:write --against lock")).code).toBe(2);
});

test("a mistake in a guarantee is a finding with a frame, and nothing is proved", async () => {
  const files = { "guarantees.yaml": kept.replace("deletes", "delets") };
  const project = await createProject(files);
  const { code, out, err } = await project.proviso("prove");
  expect([code, out]).toEqual([1, ""]);
  expect(err).toContain("guarantee/unknown-sentence");
  expect(err).toContain("did you mean `no tool that deletes runs unasked`?");
  const { diagnostics } = JSON.parse((await project.proviso("prove --json")).out);
  expect(diagnostics).toMatchObject([{ code: "guarantee/unknown-sentence" }]);
});

test("without guarantees, or with contracts that have errors, it says what to do", async () => {
  const project = await createProject();
  const none = await project.proviso("prove");
  expect([none.code, none.out]).toEqual([2, ""]);
  expect(none.err).toContain("there is no guarantees.yaml beside proviso.yaml; begin one with `proviso: 1`");
  await project.write("guarantees.yaml", kept);
  await project.edit("contracts/notes.yaml", (text) => text.replace("riskLevel: low", "riskLevel: lo"));
  expect(await project.proviso("prove")).toMatchObject({ code: 1, out: "" });
});

test("--grant lists what a permission opens, and that nobody is asked", async () => {
  const project = await createProject();
  expect(await project.proviso("prove --grant notes:write")).toMatchObject({
    code: 0,
    out: expect.stringContaining(
      "notes:write lets a caller without permissions call 1 more tool:\n  notes.create  the server asks nobody; creates\n",
    ),
  });
  const ofTool = await project.proviso("prove --grant notes.create");
  expect(ofTool.out).toContain("notes:write lets a caller without permissions call 1 more tool");
  const { out } = await project.proviso("prove --grant notes:write --with notes:write --json");
  expect(JSON.parse(out)).toMatchObject({
    granted: ["notes:write"],
    tools: [],
    chains: { all: 0, unasked: 0 },
    scope,
  });
});

test("--grant knows the roles of proviso.yaml, whose permissions some contract declares", async () => {
  const project = await createProject();
  const roles = (held: string) =>
    project.edit(
      "proviso.yaml",
      (text) => `${text.replace(/^roles:.*\n/m, "")}roles: { writer: [${held}] }\n`,
    );
  await roles("notes:write");
  expect((await project.proviso("prove --grant writer")).out).toContain(
    "notes:write lets a caller without permissions call 1 more tool",
  );
  expect((await project.proviso("prove --grant notes:write --with writer")).out).toContain(
    "call 0 more tools",
  );
  await roles("notes:wriet");
  for (const command of ["check", "prove --grant writer"]) {
    const { code, err, out } = await project.proviso(command);
    expect([code, out + err]).toEqual([1, expect.stringContaining("did you mean `notes:write`?")]);
    expect(out + err).toContain("config/unknown-permission");
  }
});

test.each([
  [
    "prove --grant notes:wriet",
    "nothing here declares the permission, tool or role `notes:wriet`: did you mean `notes:write`?",
  ],
  ["prove --with notes:write", "`--with` goes with `--grant`"],
  ["prove --grant notes:write --format sarif", "`--grant` prints text, or with `--json` one object"],
])("%s is wrong usage", async (argv, message) => {
  const project = await createProject();
  const { code, out, err } = await project.proviso(argv);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toContain(message);
});

test("the site's page lists every form of sentence, and prints what a new project prints", async () => {
  const page = await readFile(
    new URL("../../../apps/docs/src/content/docs/prove.mdx", import.meta.url),
    "utf8",
  );
  const rows = sentenceForms.map(({ form, means }) =>
    `| ${form.replaceAll(/\{\w+\}/g, "`$&`")} | ${means} |`.replaceAll(/ +/g, " "),
  );
  const lines = page.split("\n").map((line) => line.replaceAll(/ +/g, " "));
  expect(lines).toEqual(expect.arrayContaining(rows));
  const [, guarantees = ""] = /```yaml title="guarantees.yaml"\n([^]*?)```/.exec(page) ?? [];
  const [, printed = ""] = /```console\n\$ proviso prove\n([^]*?)\n```/.exec(page) ?? [];
  const project = await createProject();
  await project.proviso("init started --yes");
  await project.write("started/guarantees.yaml", guarantees);
  expect(await project.proviso("prove", "started")).toMatchObject({ code: 1, out: printed });
});
