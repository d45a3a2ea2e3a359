import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { commandNames } from "../src/commands/run.ts";
import { createProject, notes } from "./project.ts";
import type { TestProject } from "./project.ts";

const wrong = notes.replace("[notes:write]", "[notes:wrote]");
const warned = notes
  .replace("- { creates: A note. }", "")
  .replace("riskLevel: low", "riskLevel: high\n    riskReason: A note is the caller's own.")
  .replace("[{ creates: A note. }]", "[deletes: A note.]");

/** Expects this exit code of `proviso ARGV` in a project with these files, after `prepare`. */
async function check(
  argv: string,
  code: number,
  files: Readonly<Record<string, string>> = {},
  prepare: (project: TestProject) => Promise<unknown> = async () => undefined,
): Promise<void> {
  const project = await createProject(files);
  await prepare(project);
  const { code: found, out, err } = await project.proviso(argv);
  expect({ found, out, err }).toMatchObject({ found: code });
}

test("the commands that are tested here are all there are", () => {
  expect(commandNames).toEqual([
    "init",
    "check",
    "dev",
    "generate",
    "format",
    "import",
    "todo",
    "docs",
    "doctor",
    "diff",
    "lock",
    "prove",
    "changeset",
    "explain",
    "lsp",
    "gateway",
    "verify",
    "approvals",
    "keys",
    "audit",
    "replay",
  ]);
});

describe("0: clean", () => {
  test.each([
    "check",
    "check --fix",
    "check --format json",
    "check --json",
    "check --who",
    "generate",
    "format",
    "explain",
    "explain parse/empty",
    "lock",
    "diff --against . --fail-on loosened",
  ])("%s", (argv) => check(argv, 0));
  test.each(["lock --check", "lock --json", "diff --against lock"])("%s, once locked", (argv) =>
    check(argv, 0, {}, (project) => project.proviso("lock")),
  );
  test.each(["generate --check", "generate --verify", "generate --explain", "generate --json"])(
    "%s, once generated",
    (argv) => check(argv, 0, {}, (project) => project.proviso("generate")),
  );
  test("prove, of what holds", () =>
    check("prove", 0, { "guarantees.yaml": "proviso: 1\nguarantees: [no tool that pays runs unasked]\n" }));
  test("format --check, once formatted", () =>
    check("format --check", 0, {}, (project) => project.proviso("format")));
  test.each(["--help", "help", "--version", ...commandNames.map((name) => `${name} --help`)])("%s", (argv) =>
    check(argv, 0),
  );
});

describe("1: findings", () => {
  test.each(["check", "check --fix", "check --format json", "check --format sarif", "check --format github"])(
    "%s finds an error",
    (argv) => check(argv, 1, { "contracts/notes.yaml": wrong }),
  );
  test("check finds a warning where it is strict", () =>
    check("check --strict", 1, { "contracts/notes.yaml": warned }));
  test("check does not stop at a warning otherwise", () =>
    check("check", 0, { "contracts/notes.yaml": warned }));
  test("generate does not stop at a warning", () => check("generate", 0, { "contracts/notes.yaml": warned }));
  test.each(["generate", "generate --check", "generate --json"])("%s finds an error", (argv) =>
    check(argv, 1, { "contracts/notes.yaml": wrong }),
  );
  test.each(["generate --check", "generate --verify"])("%s finds what is stale", (argv) => check(argv, 1));
  test("format --check finds what is laid out differently", () =>
    check("format --check", 1, { "contracts/notes.yaml": `${notes}\n\n` }));
  test.each(["format", "format --check"])("%s finds what is no YAML", (argv) =>
    check(argv, 1, { "contracts/notes.yaml": "a: [\n" }),
  );
  test.each(["prove", "prove --json"])("%s finds a call that breaks a guarantee", (argv) =>
    check(argv, 1, { "guarantees.yaml": "proviso: 1\nguarantees: [no tool that creates runs unasked]\n" }),
  );
  test("lock --check finds that there is no lock", () => check("lock --check", 1));
  test.each(["lock", "lock --check", "diff --against lock --fail-on loosened"])(
    "%s finds what became looser",
    (argv) =>
      check(argv, 1, {}, async (project) => {
        await project.proviso("lock");
        await project.edit("contracts/notes.yaml", (text) => text.replace("[notes:write]", "[]"));
      }),
  );
  test.each(["check", "generate", "format", "lock", "diff --against ."])(
    "%s finds a wrong configuration",
    (argv) => check(argv, 1, { "proviso.yaml": "proviso: 1\n" }),
  );
});

describe("2: usage", () => {
  test.each([
    "",
    "deploy",
    "explain no/such-code",
    "explain a b",
    "check contracts",
    "approvals",
    "approvals list a",
    "gateway",
    "gateway -- a b",
    "verify",
    "verify -- a b",
    "keys",
    "keys list a",
    "audit",
    "audit verify a",
    "replay",
    "replay --trail a",
    "lsp",
    "docs",
    "docs publish",
  ])("`proviso %s`", (argv) => check(argv, 2));
  test.each(commandNames)("%s with an unknown option", (name) => check(`${name} --everything`, 2));
  test.each(["check", "check --fix", "generate", "format"])("%s without proviso.yaml", (argv) =>
    check(argv, 2, {}, (project) => project.remove("proviso.yaml")),
  );
  test.each(["check", "generate", "format"])("%s with a configuration that is not there", (name) =>
    check(`${name} --config other.yaml`, 2),
  );
});

describe("3: internal", () => {
  // What would be staged is a folder already, so that the disk refuses to write it.
  const blockWriting = async ({ root }: TestProject): Promise<unknown> =>
    mkdir(join(root, `contracts/notes.yaml.proviso-${process.pid}.new`));
  test("generate cannot create its output folder", () =>
    check("generate", 3, { "out/server/src": "a file" }));
  test("format cannot write", () =>
    check("format", 3, { "contracts/notes.yaml": `${notes}\n\n` }, blockWriting));

  /** The CLI as installed from a registry. One for all tests, so that Node.js compiles its modules once. */
  let folder: string;
  beforeAll(async () => {
    const own = join(import.meta.dirname, "..");
    folder = await mkdtemp(join(tmpdir(), "proviso-broken-"));
    for (const part of ["bin", "dist/bundle", "package.json"])
      await cp(join(own, part), join(folder, part), { recursive: true });
    await symlink(join(own, "node_modules"), join(folder, "node_modules"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function exitCode(...argv: readonly string[]): Promise<unknown> {
    const { root } = await createProject();
    return new Promise((resolve) => {
      const bin = join(folder, "bin/proviso.js");
      // Without the export condition for sources, which an installation does not have.
      const options = { cwd: root, env: { ...process.env, NODE_OPTIONS: "" } };
      const child = execFile(process.execPath, [bin, ...argv], options, () => resolve(child.exitCode));
    });
  }

  async function codeWithout(missing: string, ...argv: readonly string[]): Promise<unknown> {
    const [part, aside] = [join(folder, missing), join(folder, "aside")];
    await rename(part, aside);
    onTestFinished(() => rename(aside, part));
    return exitCode(...argv);
  }
  /** The file of the bundle that a command is in: another file may have its name. */
  async function chunkOf(name: string): Promise<string> {
    const main = await readFile(join(import.meta.dirname, "../dist/bundle/main.js"), "utf8");
    const loaded = main.split(`\t${name}: async () => (await import("./`)[1];
    return loaded?.split('"')[0] ?? "";
  }
  test.each(commandNames)("%s without its own code", async (name) => {
    // A run that finds nothing to do is what loads first.
    // `init` needs a folder without a project.
    const words = name === "init" ? ["init", "new"] : [name];
    const part = name === "generate" ? "generate-project.js" : await chunkOf(name);
    expect(await codeWithout(`dist/bundle/${part}`, ...words)).toBe(3);
  });
  test("anything without the libraries", async () =>
    expect(await codeWithout("node_modules", "check")).toBe(3));
  test("anything without the program", async () => expect(await codeWithout("dist", "--help")).toBe(3));
  test("a program that waits for what never comes", async () => {
    const main = join(folder, "dist/bundle/main.js");
    const text = await readFile(main);
    onTestFinished(() => writeFile(main, text));
    await writeFile(main, "export const main = () => new Promise(() => {});");
    expect(await exitCode("check")).toBe(3);
  });
  test("an installation to which nothing is missing", async () =>
    expect(await exitCode("--version")).toBe(0));
});

test("`generate --watch` whose reader has gone ends", async () => {
  const project = await createProject();
  const bin = join(import.meta.dirname, "../bin/proviso.js");
  const child = spawn(process.execPath, [bin, "generate", "--watch"], {
    cwd: project.root,
    stdio: ["ignore", "pipe", "ignore"],
  });
  await once(child.stdout, "data");
  child.stdout.destroy();
  const exit = once(child, "exit");
  await project.edit("contracts/notes.yaml", (text) => text.replace("Adds a", "Adds one"));
  expect(await exit).toEqual([0, null]);
});

test("a contract that is a link to itself is a finding", async () => {
  const project = await createProject();
  await symlink("b.yaml", join(project.root, "contracts/b.yaml"));
  const { code, err } = await project.proviso("check");
  expect(err).toContain("`contracts/b.yaml` is a symbolic link");
  expect(code).toBe(1);
});

test.each([
  ["--help", 0],
  ["check", 1],
])("`%s` whose reader has gone ends with %d", async (name, code) => {
  const { root } = await createProject({ "contracts/wrong.yaml": "proviso: 1\n" });
  const bin = join(import.meta.dirname, "../bin/proviso.js");
  const child = spawn(process.execPath, [bin, name], { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  child.stdout.destroy();
  child.stderr.destroy();
  expect(await once(child, "exit")).toEqual([code, null]);
});
