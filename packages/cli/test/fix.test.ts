import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { expect, test } from "vitest";
import { createProject, notes } from "./project.ts";

const misspelt = notes
  .replace("    riskLevel: low\n", "    risk_level: LOW # for now\n")
  .replace("domain: notes\n", "# The first one.\ndomain: notes\n");
const repaired = misspelt.replace("risk_level: LOW", "riskLevel: low");

test("check --fix writes what it puts right, with the comments, and says so", async () => {
  const project = await createProject({ "contracts/notes.yaml": misspelt });
  const before = await project.snapshot();
  expect(await project.proviso("check --fix")).toEqual({
    code: 0,
    err: "next: `proviso generate`",
    out: [
      "fixed  contracts/notes.yaml:11:5  write `riskLevel`  (decode/unknown-key)",
      "fixed  contracts/notes.yaml:11:16  write `low`  (decode/unknown-value)",
      "fixed 2 findings",
      "2 tools in 2 contracts: no errors",
    ].join("\n"),
  });
  expect(await project.read("contracts/notes.yaml")).toBe(repaired);
  expect((await project.snapshot())["contracts/tags.yaml"]).toBe(before["contracts/tags.yaml"]);
});

test("check --fix shows what is left, in the text as it is then", async () => {
  const both = misspelt.replace("[notes:write]", "[notes:wrote]");
  const project = await createProject({ "contracts/notes.yaml": both });
  const { code, err } = await project.proviso("check --fix");
  expect(code).toBe(1);
  expect(err).toMatch(
    /resolve\/unknown-permission[^]*contracts\/notes\.yaml:14:19[^]*14 \| {5}permissions: \[notes:wrote\]/,
  );
  expect(await project.proviso("check --fix")).toMatchObject({ code: 1, out: "" });
});

test("check without --fix says that it could, and writes nothing", async () => {
  const project = await createProject({ "contracts/notes.yaml": misspelt });
  const before = await project.snapshot();
  const { code, err } = await project.proviso("check");
  expect(code).toBe(1);
  expect(err).toContain("= `--fix` can write `riskLevel`");
  expect(await project.snapshot()).toEqual(before);
});

test("check --fix --format json says what was fixed and what is left; without --fix it holds the edits", async () => {
  const project = await createProject({ "contracts/notes.yaml": misspelt });
  const found = JSON.parse((await project.proviso("check --format json")).out) as object;
  const [edit] = [
    { start: misspelt.indexOf("risk_level"), end: misspelt.indexOf("risk_level") + 10, text: "riskLevel" },
  ];
  expect(found).toMatchObject({
    ok: false,
    diagnostics: [{ fix: { title: "write `riskLevel`", edits: [edit] } }],
  });
  const { code, out } = await project.proviso("check --fix --format json");
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    ok: true,
    fixed: [
      { code: "decode/unknown-key", file: "contracts/notes.yaml", line: 11, column: 5 },
      { code: "decode/unknown-value" },
    ],
    diagnostics: [],
  });
});

test("a fix of two files is written to both, or to none", async () => {
  const project = await createProject({
    "contracts/notes.yaml": misspelt,
    "contracts/more.yaml": misspelt.replaceAll("notes", "mores"),
  });
  await mkdir(join(project.root, `contracts/notes.yaml.proviso-${process.pid}.new`));
  const before = await project.snapshot();
  expect(await project.proviso("check --fix")).toMatchObject({ code: 3 });
  expect(await project.snapshot()).toEqual(before);
});
