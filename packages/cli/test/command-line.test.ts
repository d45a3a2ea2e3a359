import { printers } from "@proviso/compiler/print";
import { expect, test } from "vitest";
import { loadCommands } from "../src/commands/run.ts";
import { exitCodes } from "@proviso/terminal";
import { createProject } from "./project.ts";

test("exit codes never change their meaning", () => {
  expect(exitCodes).toEqual({ clean: 0, findings: 1, usage: 2, internal: 3 });
});

test("help lists every command, and the help of a command every option", async () => {
  const project = await createProject();
  const { code, out } = await project.proviso("--help");
  expect(code).toBe(0);
  const commands = await loadCommands();
  const said = out.replace(/\s+/g, " ");
  for (const { name, summary } of commands) expect(said).toContain(`${name} ${summary}`);
  for (const { name, args } of commands) {
    const help = await project.proviso(`${name} --help`);
    expect(help.code).toBe(0);
    for (const [option, { type }] of Object.entries(args))
      expect(help.out).toContain(type === "positional" ? option.toUpperCase() : `--${option}`);
    expect(help.out).toContain("Exit codes: 0 clean, 1 findings, 2 usage, 3 internal.");
  }
});

test("no help is wider than a terminal", async () => {
  const project = await createProject();
  for (const { name } of [{ name: "" }, ...(await loadCommands())]) {
    const { out } = await project.proviso(`${name} --help`.trim());
    expect(out.split("\n").filter((line) => line.length > 80)).toEqual([]);
  }
});

const wrong: readonly [string, RegExp][] = [
  ["", /Commands:/],
  ["chek", /no command `chek`; did you mean `check`/],
  ["generate --chek", /no option `--chek`; did you mean `--check`/],
  ["generate --no-check", /no option `--no-check`/],
  ["generate -c", /no option `-c`/],
  ["generate contracts", /no argument `contracts`/],
  ["generate --check=false", /`--check` takes no value/],
  ["check --config", /`--config` needs a value/],
  ["check --format sarf", /`--format` takes one of .*`sarif`, `github`, and not `sarf`/],
  ["check --format=xml", /`--format` takes one of .*`human`, .*, and not `xml`/],
  ["check --format", /`--format` needs a value/],
  ["explain decode/unknwon-key", /no code `decode\/unknwon-key`; did you mean `decode\/unknown-key`/],
  [
    "explain unknown-key",
    /did you mean `config\/unknown-key` or `guarantee\/unknown-key` or `decode\/unknown-key`/,
  ],
  ["explain __proto__", /no code `__proto__`/],
  ["explain parse/empty parse/syntax", /no argument `parse\/syntax`/],
  ["check --config nowhere.yaml", /there is no file .*nowhere\.yaml/],
];
test.each(wrong)("`proviso %s` is wrong usage, and nothing runs", async (argv, message) => {
  const project = await createProject();
  const before = await project.snapshot();
  const { code, out, err } = await project.proviso(argv);
  expect(code).toBe(2);
  expect(`${out}\n${err}`).toMatch(message);
  expect(await project.snapshot()).toEqual(before);
});

test("a folder without a project is wrong usage", async () => {
  const project = await createProject();
  await project.remove("proviso.yaml");
  const { code, err } = await project.proviso("check");
  expect(code).toBe(2);
  expect(err).toMatch(/there is no proviso\.yaml in .* or above; name one with --config FILE/);
});

test("--version prints the version", async () => {
  const project = await createProject();
  expect((await project.proviso("--version")).out).toMatch(/^\d+\.\d+\.\d+/);
});

test("--config names another configuration, in either form", async () => {
  const project = await createProject();
  await project.write("other.yaml", (await project.read("proviso.yaml")).replace("@acme", "@other"));
  expect((await project.proviso("generate --config other.yaml")).code).toBe(0);
  expect(await project.read("out/server/package.json")).toContain("@other/server");
  expect((await project.proviso("check --config=proviso.yaml")).code).toBe(0);
});

test("check counts what it checked", async () => {
  const project = await createProject();
  expect(await project.proviso("check")).toEqual({
    code: 0,
    err: "next: `proviso generate`",
    out: "2 tools in 2 contracts: no errors",
  });
});

test("check shows each finding with its line, and --format json with its place", async () => {
  const project = await createProject();
  await project.edit("contracts/notes.yaml", (text) => text.replace("[notes:write]", "[notes:wrote]"));
  const { code, err } = await project.proviso("check");
  expect(code).toBe(1);
  expect(err).toContain("contracts/notes.yaml:13:19");
  expect(err).toContain("13 |     permissions: [notes:wrote]");
  expect(err).toMatch(/^next: `proviso explain resolve\/unknown-permission` explains it$/m);
  const { out } = await project.proviso("check --format json");
  expect(JSON.parse(out)).toMatchObject({
    ok: false,
    diagnostics: [{ severity: "error", line: 13, column: 19 }],
  });
});

test("check prints in every format that there is a printer for, to the output, with the same exit code", async () => {
  const project = await createProject();
  const { out: help } = await project.proviso("check --help");
  expect(help).toContain(`--format ${printers.map(({ name }) => name).join("|")}`);
  expect((await project.proviso("check --format=github")).out).toBe("");
  await project.edit("contracts/notes.yaml", (text) => text.replace("[notes:write]", "[notes:wrote]"));
  for (const { name } of printers.slice(1)) {
    const { code, out, err } = await project.proviso(`check --format ${name}`);
    expect({ name, code, err }).toEqual({ name, code: 1, err: "" });
    expect(out).toContain("resolve/unknown-permission");
    expect(out).toContain("contracts/notes.yaml");
  }
});

test("a glob without a contract is a finding", async () => {
  const project = await createProject();
  await project.remove("contracts");
  const { code, err } = await project.proviso("check");
  expect(code).toBe(1);
  expect(err).toContain("no file matches `contracts/*.yaml`");
});

test("for services that read a repository, paths begin at its top", async () => {
  const project = await createProject();
  await project.write("api/proviso.yaml", await project.read("proviso.yaml"));
  await project.write(
    "api/contracts/notes.yaml",
    (await project.read("contracts/notes.yaml")).replace("low", "lo"),
  );
  const outside = await project.proviso("check --format github", "api");
  expect(outside.out).toContain("file=contracts/notes.yaml,");
  await project.write(".git/HEAD", "ref: refs/heads/main\n");
  const inside = await project.proviso("check --format github", "api");
  expect(inside.out).toContain("file=api/contracts/notes.yaml,");
  expect((await project.proviso("check --format sarif", "api")).out).toContain(
    '"uri": "api/contracts/notes.yaml"',
  );
  expect((await project.proviso("check --format json", "api")).out).toContain(
    '"file":"contracts/notes.yaml"',
  );
});
