import { describe, expect, test } from "vitest";
import { idempotencyPages } from "../src/project/pages.ts";
import { idempotencyErrors } from "../src/project/problems.ts";
import { config, createProject, notes } from "./project.ts";
import type { TestProject } from "./project.ts";

const field = "    idempotency: { key: [text], ttl: 2h, onRepeat: Returns the first note. }\n";
const contract = "contracts/notes.yaml";
const manifest = "out/schemas/manifest/notes.json";
const code = "idempotency/key-changed";

interface Found {
  readonly code: string;
  readonly severity: string;
  readonly message: string;
  readonly file: string;
  readonly line: number;
}

/** A project that was generated with this line in the contract of `notes.create`. */
async function generated(line = field): Promise<TestProject> {
  const text = notes
    .replace("{ text: string }", "{ text: string, tag: string }")
    .replace("text: Water the plants.", "text: Water the plants., tag: garden");
  const project = await createProject({ [contract]: `${text}${line}` });
  const { code: exit, err } = await project.proviso("generate");
  expect({ exit, err }).toEqual({ exit: 0, err: expect.stringMatching(/^next: .*$/) });
  return project;
}

async function found(project: TestProject, command = "check --format json"): Promise<Found[]> {
  const { diagnostics } = JSON.parse((await project.proviso(command)).out) as { diagnostics: Found[] };
  return diagnostics.filter((each) => each.code === code);
}

async function change(project: TestProject, to: string): Promise<void> {
  await project.edit(contract, (text) => text.replace(field, to));
}

const changed = field.replace("[text]", "[text, tag]");

describe("a key that is not the generated one", () => {
  test("is reported by check where the contract says it, until it is generated", async () => {
    const project = await generated();
    expect(await found(project)).toEqual([]);
    await change(project, changed);
    const [finding, ...more] = await found(project);
    expect(more).toEqual([]);
    const lines = (await project.read(contract)).split("\n");
    expect(lines[(finding?.line ?? 0) - 1]).toContain("idempotency:");
    expect(finding).toMatchObject({
      severity: "warning",
      file: contract,
      message:
        "repeated calls of `notes.create` were known by `text` and are now known by `text`, `tag`; for 2 hours after a call made before, its repetition runs again unless all of its input is the same",
    });
    // Nothing changed since, so the same findings are printed.
    expect(await found(project)).toEqual([finding]);
    expect((await project.proviso("check")).code).toBe(0);
    expect((await project.proviso("generate")).code).toBe(0);
    expect(await found(project)).toEqual([]);
  });

  test("is reported by generate --check and by the run that writes it, and by none after", async () => {
    const project = await generated();
    await change(project, changed);
    const dryRun = await project.proviso("generate --check");
    expect(dryRun).toMatchObject({ code: 1, err: expect.stringContaining(`warning[${code}]`) as string });
    const writing = await project.proviso("generate");
    expect(writing).toMatchObject({ code: 0, err: expect.stringContaining(`warning[${code}]`) as string });
    for (const command of ["generate", "generate --check", "generate --verify"])
      expect(await project.proviso(command)).toMatchObject({
        code: 0,
        err: expect.stringMatching(/^next: .*$/),
      });
  });

  test("is reported where the tool is named if the contract has none any more", async () => {
    const project = await generated();
    await change(project, "");
    const findings = await found(project);
    const lines = (await project.read(contract)).split("\n");
    expect(findings.map(({ line }) => lines[line - 1])).toEqual(["  create:"]);
    expect(findings.map(({ message }) => message)).toEqual([
      "repeated calls of `notes.create` were known by `text` and now have no key; the repetition of a call made before runs again unless it carries the caller's own idempotency key",
    ]);
  });

  test("is reported if its fields are in another order, which is another key to a server", async () => {
    const project = await generated(changed);
    await project.edit(contract, (text) => text.replace("[text, tag]", "[tag, text]"));
    expect(await found(project)).toHaveLength(1);
  });

  test("is no finding if there was none before", async () => {
    const project = await generated("");
    await project.edit(contract, (text) => `${text}${field}`);
    expect(await found(project)).toEqual([]);
    expect(await found(project, "generate --json")).toEqual([]);
  });

  test("is reported again if a contract goes back to what was generated before", async () => {
    const project = await generated();
    await change(project, changed);
    await project.proviso("generate");
    await project.edit(contract, (text) => text.replace(changed, field));
    expect((await found(project))[0]?.message).toContain(
      "known by `text`, `tag` and are now known by `text`;",
    );
  });
});

describe("nothing is compared, and nothing breaks, where the generated contracts", () => {
  const check = async (damage: (project: TestProject) => Promise<unknown>): Promise<void> => {
    const project = await generated();
    await change(project, changed);
    expect(await found(project)).toHaveLength(1);
    await damage(project);
    expect(await found(project)).toEqual([]);
  };
  test("are missing", () => check((project) => project.remove(manifest)));
  test("are no JSON", () => check((project) => project.write(manifest, '{ "tools": [')));
  test("were edited by hand", () =>
    check((project) => project.edit(manifest, (text) => text.replace('["text"]', '["tag"]'))));
  test("have no record of what was written", () =>
    check((project) => project.remove("out/schemas/.proviso.json")));
  test("are a folder", () =>
    check(async (project) => {
      await project.remove(manifest);
      await project.write(`${manifest}/a`, "");
    }));
  test("have another form, and a record that fits", () =>
    check(async (project) => {
      const text = '{ "tools": [null, 1, { "name": "notes.create", "idempotency": [] }, { "name": 2 }] }';
      await project.write(manifest, text);
      const { createHash } = await import("node:crypto");
      const hash = createHash("sha256").update(text).digest("hex");
      await project.write("out/schemas/.proviso.json", JSON.stringify({ "manifest/notes.json": hash }));
    }));
});

test("nothing is compared in a contract with errors", async () => {
  const project = await generated();
  await change(project, changed.replace("tag", "tga"));
  const { code: exit, err } = await project.proviso("check");
  expect(exit).toBe(1);
  expect(err).not.toContain(code);
});

test("every code has a page, whose example is reported after its remedy was generated", async () => {
  const pages = Object.entries(idempotencyPages);
  expect(pages.map(([name]) => `idempotency/${name}`)).toEqual(idempotencyErrors.codes);
  for (const [name, { wrong, right }] of pages) {
    const project = await createProject({
      "proviso.yaml": config.replace("contracts/*.yaml", right[0]?.path ?? ""),
    });
    for (const { path, text } of right) await project.write(path, text);
    expect(await project.proviso("check --strict")).toMatchObject({
      code: 0,
      err: expect.stringMatching(/^next: .*$/),
    });
    await project.proviso("generate");
    for (const { path, text } of wrong) await project.write(path, text);
    const { out } = await project.proviso("check --format json");
    const { diagnostics } = JSON.parse(out) as { diagnostics: Found[] };
    expect(diagnostics.map((each) => each.code)).toEqual([`idempotency/${name}`]);
  }
});
