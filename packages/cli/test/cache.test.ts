import { readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { emitters } from "@proviso/emitters";
import { generate } from "../src/commands/generate.ts";
import { hashText } from "../src/disk/hash-text.ts";
import { openStore } from "../src/incremental/store.ts";
import { createProject } from "./project.ts";
import type { TestProject } from "./project.ts";

const nothingChanged = "nothing changed since the last run";

async function generated(files: Readonly<Record<string, string>> = {}): Promise<TestProject> {
  const project = await createProject(files);
  const { code, err } = await project.proviso("generate");
  if (code !== 0) throw new Error(err);
  return project;
}

/** Where the memo keeps a group, such as a contract. */
function groupOf(name: string): string {
  return `memo/${hashText(name).slice(0, 16)}`;
}

interface Group {
  readonly tool: string;
  readonly entries: ReadonlyMap<string, { readonly value: unknown }>;
}

/** The names that `generate --check --explain` lists as changed. */
async function changes(project: TestProject): Promise<string[]> {
  const { out } = await project.proviso("generate --check --explain");
  return [...out.matchAll(/^changed since the last run: (.*)$/gm)].map(([, name]) => name ?? "");
}

describe("a run after one that left everything up to date", () => {
  test("changes nothing and says so", async () => {
    const project = await generated();
    const before = await project.snapshot();
    const { out } = await project.proviso("generate --explain");
    expect(out).toMatch(new RegExp(`^${nothingChanged}\n✔ wrote 0, unchanged \\d+, 1\\.2 s$`));
    expect(await project.snapshot()).toEqual(before);
  });

  test("says the same as a run without a cache, warnings and counts included", async () => {
    const project = await createProject();
    await project.edit("contracts/notes.yaml", (text) => text.replace(/\n.*dataFlow.*/, ""));
    await project.edit("proviso.yaml", (text) => `${text}rules: { lint/unclassified-data-flow: warning }\n`);
    await project.proviso("generate");
    for (const argv of ["generate", "generate --check", "generate --json", "generate --check --json"]) {
      const cached = await project.proviso(argv);
      await project.remove(project.cache("generate"));
      expect(cached).toEqual(await project.proviso(argv));
      await project.proviso("generate");
    }
    expect((await project.proviso("generate")).err).toContain("lint/unclassified-data-flow");
  });

  const edits: readonly [string, (project: TestProject) => Promise<unknown>][] = [
    [
      "contracts/notes.yaml",
      (project) => project.edit("contracts/notes.yaml", (text) => text.replace("Adds a", "Adds one")),
    ],
    ["contracts/tags.yaml", (project) => project.remove("contracts/tags.yaml")],
    [
      "contracts/other.yaml",
      async (project) =>
        project.write(
          "contracts/other.yaml",
          (await project.read("contracts/notes.yaml")).replaceAll("note", "other"),
        ),
    ],
    ["proviso.yaml", (project) => project.edit("proviso.yaml", (text) => `${text}wireNames: dotted\n`)],
    ["templates/index.hbs", (project) => project.write("templates/index.hbs", "Ours.\n")],
    ["templates/tool.hbs", (project) => project.edit("templates/tool.hbs", () => "Other words.\n")],
    [
      "the packages of the workspace",
      (project) => project.write("packages/server/package.json", '{ "name": "@proviso/server" }\n'),
    ],
    ["out/schemas/src/notes.ts", (project) => project.write("out/schemas/src/notes.ts", "// mine\n")],
    ["out/schemas/src/tags.ts", (project) => project.remove("out/schemas/src/tags.ts")],
    ["out/client/more.ts", (project) => project.write("out/client/more.ts", "// mine\n")],
    [
      "out/client/package.json",
      (project) =>
        project.edit("out/client/package.json", (text) =>
          text.replace('"version": "0.1.0"', '"version": "0.2.0"'),
        ),
    ],
    ["out/schemas/.proviso.json", (project) => project.remove("out/schemas/.proviso.json")],
    ["out/docs", (project) => symlink(join(project.root, "contracts"), join(project.root, "out/docs"))],
    ["src/handlers/notes.ts", (project) => project.remove("src/handlers/notes.ts")],
  ];
  test.each(edits)("sees a change of %s", async (name, edit) => {
    const project = await generated({
      "pnpm-workspace.yaml": "packages: [packages/*]\n",
      "templates/tool.hbs": "Words.\n",
      "proviso.yaml": `${await (await createProject()).read("proviso.yaml")}templates: templates\n`,
    });
    expect(await changes(project)).toEqual([]);
    await edit(project);
    if (name !== "out/docs") expect(await changes(project)).toEqual([name]);
    const { out: cached } = await project.proviso("generate --check --json");
    const { out: scratch } = await project.proviso("generate --verify --json");
    expect(cached).toBe(scratch);
  });

  interface KeptRun {
    readonly names: readonly string[];
    readonly values: readonly string[];
    readonly searches: ReadonlyMap<string, { readonly folders?: unknown }>;
  }

  test("knows folders by their stamps, once they cannot change without another one", async () => {
    const project = await generated();
    await setTimeout(100);
    await project.proviso("generate");
    await project.editCache<KeptRun>("generate", (run) => {
      expect([...run.searches.values()].map(({ folders }) => typeof folders)).toEqual(["object"]);
      return run;
    });
  });

  test("believes no search of another proviso, and says that this is another", async () => {
    const project = await generated();
    await setTimeout(100);
    await project.proviso("generate");
    await project.editCache<KeptRun>("generate", (run) => {
      const searches = [...run.searches].map(
        ([key, search]) => [key, { ...search, files: ["contracts/notes.yaml"] }] as const,
      );
      const values = run.values.map((value, index) =>
        run.names[index] === "proviso itself" ? "another" : value,
      );
      return { ...run, values, searches: new Map(searches) };
    });
    expect(await changes(project)).toEqual(["proviso itself"]);
    expect((await project.proviso("generate --check")).code).toBe(0);
  });

  test("goes on seeing what is none of ours in the output", async () => {
    const project = await generated();
    // By then the stat data of the written files is older than the clock's resolution.
    await setTimeout(100);
    await project.write("out/server/more.ts", "// mine\n");
    await setTimeout(100);
    for (const argv of ["generate", "generate"])
      expect((await project.proviso(argv)).err).toContain("out/server/more.ts is not written by proviso");
    expect((await project.proviso("generate --check")).code).toBe(1);
  });

  test.each([
    ["it wrote", "out/schemas/src/notes.ts"],
    ["it left alone", "out/schemas/src/tags.ts"],
  ])("after an edit, sees a change of what %s", async (_, path) => {
    const project = await createProject();
    // Many tools, so that an edit leaves most files unchanged.
    for (const name of ["a", "b", "c", "d"])
      await project.write(
        `contracts/${name}.yaml`,
        (await project.read("contracts/notes.yaml")).replaceAll("note", name),
      );
    await project.proviso("generate");
    // Only a later run trusts the stat data of files that were just written.
    await setTimeout(100);
    await project.proviso("generate");
    await project.edit("contracts/notes.yaml", (text) => text.replace("Adds a", "Adds one"));
    await project.proviso("generate");
    expect(await changes(project)).toEqual([]);
    const before = await project.read(path);
    for (const text of [before.replace("export", "Export"), `${before} `]) {
      await project.write(path, text);
      expect(await changes(project)).toEqual([path]);
    }
    await project.remove(path);
    expect(await changes(project)).toEqual([path]);
    await project.write(path, before);
    expect(await changes(project)).toEqual([]);
    expect((await project.proviso("generate --verify")).code).toBe(0);
  });

  test("does not mind what a handler holds", async () => {
    const project = await generated();
    await project.write("src/handlers/notes.ts", "export const mine = 1;\n");
    expect(await changes(project)).toEqual([]);
  });

  test("believes no cache that it cannot read", async () => {
    const project = await generated();
    for (const text of ["", "{}", "null", '{ "format": 0 }']) {
      await project.write(project.cache("generate"), text);
      const { code, out } = await project.proviso("generate --explain");
      expect({ code, out: out.split("\n")[0] }).toEqual({
        code: 0,
        out: "there is no cache of an earlier run: everything is generated and compared",
      });
    }
  });

  test.each([
    "generate",
    "memo",
    ...["shapes", "indexes", "contracts/notes.yaml", "contracts/tags.yaml"].map(groupOf),
  ])("believes nothing of %s where a single bit is another one", async (name) => {
    const project = await generated();
    const file = join(project.root, project.cache(name));
    const bytes = await readFile(file);
    bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1);
    await writeFile(file, bytes);
    const place = { root: project.root, configFile: "proviso.yaml", configText: "" };
    expect(openStore(place).read(name)).toBeUndefined();
    await project.edit("contracts/notes.yaml", (text) => text.replace("Adds a", "Adds one"));
    expect((await project.proviso("generate")).code).toBe(0);
    expect((await project.proviso("generate --verify")).code).toBe(0);
  });

  test("believes nothing that another proviso made", async () => {
    const project = await generated();
    for (const group of ["shapes", "indexes", "contracts/notes.yaml", "contracts/tags.yaml"])
      await project.editCache<Group>(groupOf(group), ({ entries }) => ({
        tool: "another",
        entries: new Map([...entries].map(([name, entry]) => [name, { ...entry, value: {} }])),
      }));
    await project.edit("contracts/notes.yaml", (text) => text.replace("Adds a", "Adds one"));
    expect((await project.proviso("generate")).code).toBe(0);
    expect((await project.proviso("generate --verify")).code).toBe(0);
  });
});

test("shapes of code that an earlier run printed are used again", async () => {
  const project = await generated();
  await project.editCache<Group>(groupOf("shapes"), ({ tool, entries }) => {
    const { value, ...entry } = entries.get("shapes") ?? { value: new Map() };
    const shapes = [...(value as ReadonlyMap<string, string>)].map(
      ([key, code]) => [key, `// kept\n${code}`] as const,
    );
    return { tool, entries: new Map([["shapes", { ...entry, value: new Map(shapes) }]]) };
  });
  await project.edit("contracts/notes.yaml", (text) => text.replace("Adds a", "Adds one"));
  await project.proviso("generate");
  expect((await project.proviso("generate --verify")).err).toContain("out/schemas/src/notes.ts");
});

test("after an edit, only what is kept of that contract is written again, and nothing of one that is gone", async () => {
  const project = await generated();
  const [notes, tags] = ["contracts/notes.yaml", "contracts/tags.yaml"].map((path) =>
    join(project.root, project.cache(groupOf(path))),
  );
  const before = await stat(tags ?? "");
  const [oldNotes, oldTags] = await Promise.all([readFile(notes ?? ""), readFile(tags ?? "")]);
  await project.edit("contracts/notes.yaml", (text) => text.replace("Adds a", "Adds one"));
  await project.proviso("generate");
  expect(await readFile(notes ?? "")).not.toEqual(oldNotes);
  expect(await readFile(tags ?? "")).toEqual(oldTags);
  expect((await stat(tags ?? "")).ino).toBe(before.ino);
  await project.remove("contracts/tags.yaml");
  await project.proviso("generate");
  await expect(stat(tags ?? "")).rejects.toThrow("ENOENT");
  expect((await project.proviso("generate --verify")).code).toBe(0);
});

test("a run that leaves something to say about the disk is not remembered", async () => {
  const project = await createProject({ "out/server/more.ts": "// mine\n" });
  await project.proviso("generate");
  const { err } = await project.proviso("generate");
  expect(err).toContain("out/server/more.ts is not written by proviso");
});

describe("generate --verify", () => {
  test("is content with what a run from scratch would write, and writes nothing", async () => {
    const project = await generated();
    const before = await project.snapshot();
    const { code, out } = await project.proviso("generate --verify");
    expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/^up to date: \d+ files$/) });
    expect(await project.snapshot()).toEqual(before);
  });

  test("finds a cache that hides a change", async () => {
    const project = await generated();
    await project.edit("out/schemas/src/notes.ts", (text) => `${text}// mine\n`);
    const hash = hashText(await project.read("out/schemas/src/notes.ts"));
    await project.editCache<{ readonly names: readonly string[]; readonly values: readonly string[] }>(
      "generate",
      (run) => {
        const values = run.values.map((each, index) =>
          run.names[index] === "out/schemas/src/notes.ts" ? hash : each,
        );
        return { ...run, values };
      },
    );
    expect((await project.proviso("generate --check")).code).toBe(0);
    const { code, err } = await project.proviso("generate --verify");
    expect(code).toBe(1);
    expect(err).toContain("this is a bug in proviso");
    expect(err).toContain("out/schemas/src/notes.ts");
  });
});

test("--explain gives a reason for each file that is written or removed", async () => {
  const project = await generated();
  await project.edit("contracts/notes.yaml", (text) => text.replace("Adds a", "Adds one"));
  await project.remove("contracts/tags.yaml");
  const { out } = await project.proviso("generate --explain");
  expect(out).toContain("changed since the last run: contracts/notes.yaml\n");
  expect(out).toContain("changed since the last run: contracts/tags.yaml\n");
  expect(out).toContain("write   out/schemas/src/notes.ts  (contract changed)");
  expect(out).toContain("remove  out/schemas/src/tags.ts  (contract changed)");
  expect(out).toContain("write   out/server/.proviso.json  (it lists what is written beside it)");
});

test("the summary names every emitter", () => {
  for (const { name } of emitters) expect(generate.summary).toContain(name);
});

test("check says the same again, in every format, and sees each change", async () => {
  const project = await createProject();
  await project.edit("contracts/notes.yaml", (text) => text.replace(/\n.*dataFlow.*/, ""));
  for (const argv of ["check", "check --format json", "check --format sarif", "check --format github"]) {
    await project.remove("node_modules").catch(() => undefined);
    expect(await project.proviso(argv)).toEqual(await project.proviso(argv));
  }
  await project.edit("contracts/tags.yaml", (text) => text.replace("[tags:write]", "[tags:wrote]"));
  expect(await project.proviso("check")).toMatchObject({
    code: 1,
    err: expect.stringContaining("tags:wrote"),
  });
  await project.edit("contracts/tags.yaml", (text) => text.replace("[tags:wrote]", "[tags:write]"));
  await project.edit("proviso.yaml", (text) => `${text}rules: { lint/unclassified-data-flow: error }\n`);
  expect(await project.proviso("check")).toMatchObject({
    code: 1,
    err: expect.stringContaining("data-flow"),
  });
});
