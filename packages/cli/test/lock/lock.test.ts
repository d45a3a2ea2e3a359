import { describe, expect, test } from "vitest";
import { readLock } from "@proviso/changes/lock";
import { createGitProject } from "../diff/git.ts";
import { createProject, notes, type TestProject } from "../project.ts";

const open = (text: string): string => text.replace("permissions: [notes:write]", "permissions: []");
const accept = ["lock", "--accept", "Notes are public from now on.", "--who", "Ann <ann@example.com>"];

async function locked(files: Readonly<Record<string, string>> = {}): Promise<TestProject> {
  const project = await createProject(files);
  expect(await project.proviso("lock")).toEqual({
    code: 0,
    out: "wrote proviso.lock: 2 tools",
    err: "next: commit proviso.lock",
  });
  return project;
}

const same = (text: string): string => text;
const bare = (text: string): string =>
  text.replace("{ text: string }", "{}").replace(/input: \{.*?\} \}/, "input: {} }");

/** Makes the tool open to everybody, in words of which none names it. */
function reworded(text: string): string {
  return text
    .replaceAll("notes", "memos")
    .replace("  create:", "  put_down:")
    .replace("Adds a note. It is kept until somebody removes it.", "Puts words on record for good.")
    .replace("title: Create a note", "title: Put down a memo")
    .replace("note.created", "memo.put")
    .replace("[memos:write]", "[]")
    .replace("creates: A note.", "creates: What is written.")
    .replace("Water the plants.", "Feed the cat.");
}

/** The reasons in the history of each tool. */
async function historiesIn(project: TestProject): Promise<Readonly<Record<string, readonly string[]>>> {
  const { lock } = readLock({ path: "proviso.lock", text: await project.read("proviso.lock") });
  const tools = [...(lock?.tools ?? [])].filter(([, { history }]) => history.length > 0);
  return Object.fromEntries(tools.map(([name, { history }]) => [name, history.map(({ reason }) => reason)]));
}

test("a lock is written once, and then it is up to date", async () => {
  const project = await createProject();
  const missing = await project.proviso("lock --check");
  expect([missing.code, missing.err]).toEqual([
    1,
    "there is no proviso.lock\nnext: `proviso lock`, and commit proviso.lock",
  ]);
  expect((await project.proviso("lock")).code).toBe(0);
  const before = await project.snapshot();
  expect(await project.proviso("lock --check")).toEqual({
    code: 0,
    out: "proviso.lock is up to date: 2 tools",
    err: "next: `proviso generate`",
  });
  expect((await project.proviso("lock")).out).toBe("proviso.lock is up to date: 2 tools");
  expect(await project.snapshot()).toEqual(before);
});

test("what is not looser only needs the lock to be written again", async () => {
  const project = await locked();
  await project.edit("contracts/notes.yaml", (text) => text.replace("Create a note", "Add a note"));
  const stale = await project.proviso("lock --check");
  expect([stale.code, stale.err]).toEqual([
    1,
    "proviso.lock is out of date: notes.create\nnext: `proviso lock`, and commit proviso.lock",
  ]);
  expect((await project.proviso("lock")).code).toBe(0);
  expect((await project.proviso("lock --check")).code).toBe(0);
  expect(await historiesIn(project)).toEqual({});
});

test("what became looser is refused, with its place, until somebody accepts it", async () => {
  const project = await locked();
  await project.edit("contracts/notes.yaml", open);
  const before = await project.snapshot();
  for (const words of ["lock", "lock --check"]) {
    const { code, out, err } = await project.proviso(words);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toContain("loosened: `notes.create` no longer requires the permission `notes:write`");
    expect(err).toContain("contracts/notes.yaml:13");
    expect(err).toContain(
      'nothing was written\nnext: undo what became looser, or accept it: `proviso lock --accept "reason"`',
    );
  }
  expect(await project.snapshot()).toEqual(before);
  expect(await project.proviso(accept)).toEqual({
    code: 0,
    out: "wrote proviso.lock: 2 tools; accepted what became looser: notes.create",
    err: "next: commit proviso.lock",
  });
  expect((await project.proviso("lock --check")).code).toBe(0);
  const text = await project.read("proviso.lock");
  expect(text).toMatch(
    / {2}notes\.create:\n.*\n.*\n {4}history:\n {6}"\d{4}-\d\d-\d\dT[\d:.]+Z":\n {8}who: "Ann <ann@example\.com>"\n {8}reason: "Notes are public from now on\."\n {8}changes:\n {10}"?[0-9a-f]{16}"?: \{.*"id":"permission-no-longer-required"/,
  );
});

test("an acceptance is a record of what was accepted, and covers nothing else", async () => {
  const project = await locked();
  await project.edit("contracts/notes.yaml", open);
  expect((await project.proviso(accept)).code).toBe(0);
  await project.edit("contracts/tags.yaml", (text) => text.replace("[tags:write]", "[]"));
  expect((await project.proviso("lock --check")).code).toBe(1);
  expect((await project.proviso([...accept.slice(0, 2), "Tags too.", ...accept.slice(3)])).code).toBe(0);
  expect(await historiesIn(project)).toEqual({
    "notes.create": ["Notes are public from now on."],
    "tags.create": ["Tags too."],
  });
});

test("with nothing looser, an acceptance writes the lock and records nothing", async () => {
  const project = await locked();
  await project.edit("contracts/notes.yaml", (text) => text.replace("Create a note", "Add a note"));
  expect((await project.proviso(accept)).out).toBe(
    "wrote proviso.lock: 2 tools; nothing became looser, so no acceptance is recorded",
  );
  expect((await project.proviso(accept)).out).toBe(
    "proviso.lock is up to date: 2 tools; nothing became looser, so no acceptance is recorded",
  );
  expect(await project.read("proviso.lock")).not.toContain("Ann");
});

test("who accepts is the user of git, unless named", async () => {
  const project = await createGitProject();
  project.git("config", "user.name", "Ben");
  project.git("config", "user.email", "ben@example.com");
  await project.proviso("lock");
  await project.edit("contracts/notes.yaml", open);
  expect((await project.proviso(["lock", "--accept", "Agreed."])).code).toBe(0);
  expect(await project.read("proviso.lock")).toContain('who: "Ben <ben@example.com>"');
});

test("--json says what became looser and what is out of date", async () => {
  const project = await locked();
  await project.edit("contracts/notes.yaml", open);
  const { code, out } = await project.proviso("lock --check --json");
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({
    ok: false,
    loosened: [{ id: "permission-no-longer-required", tool: "notes.create", line: 13 }],
    outdated: ["notes.create"],
    written: false,
  });
  expect(JSON.parse((await project.proviso([...accept, "--json"])).out)).toMatchObject({
    ok: true,
    written: true,
  });
});

describe("a new name is no way around it", () => {
  const renamed = (text: string): string => open(text).replace("  create:", "  add_one:");

  test("in one step", async () => {
    const project = await locked();
    await project.edit("contracts/notes.yaml", renamed);
    const { code, err } = await project.proviso("lock");
    expect(code).toBe(1);
    expect(err).toContain("`notes.add_one` no longer requires the permission `notes:write`");
    expect((await project.proviso(accept)).code).toBe(0);
  });

  test("with other words for everything that names the tool", async () => {
    const project = await locked();
    await project.remove("contracts/notes.yaml");
    await project.write("contracts/memos.yaml", reworded(notes));
    const { code, err } = await project.proviso("lock");
    expect(code).toBe(1);
    expect(err).toContain(
      "`memos.put_down` no longer requires the permission `notes:write`; compared with `notes.create`, which is like it and is removed",
    );
    await project.proviso(accept);
    expect(await historiesIn(project)).toEqual({ "memos.put_down": ["Notes are public from now on."] });
  });

  test.each<readonly [string, (text: string) => string, (text: string) => string]>([
    [
      "with one more argument",
      same,
      (text) => text.replace("{ text: string }", "{ text: string, tone?: string }"),
    ],
    [
      "with one argument less",
      (text) => text.replace("{ text: string }", "{ text: string, tone?: string }"),
      same,
    ],
    ["without arguments", bare, bare],
  ])("with other words, %s", async (_, before, after) => {
    const project = await locked({ "contracts/notes.yaml": before(notes) });
    await project.remove("contracts/notes.yaml");
    await project.write("contracts/memos.yaml", after(reworded(notes)));
    const { code, err } = await project.proviso("lock");
    expect([code, err]).toEqual([
      1,
      expect.stringContaining("no longer requires the permission `notes:write`"),
    ]);
    expect((await project.proviso(accept)).code).toBe(0);
    expect((await project.proviso("lock --check")).code).toBe(0);
  });

  test("but a new tool beside one that goes is new, where it takes other arguments", async () => {
    const project = await locked();
    await project.remove("contracts/notes.yaml");
    await project.write("contracts/memos.yaml", reworded(notes).replaceAll("{ text: ", "{ words: "));
    expect((await project.proviso("lock")).code).toBe(0);
  });

  test("in two: first the tool goes, then it comes back looser", async () => {
    const project = await locked();
    const text = await project.read("contracts/notes.yaml");
    await project.remove("contracts/notes.yaml");
    expect((await project.proviso("lock")).code).toBe(0);
    await project.write("contracts/notes.yaml", renamed(text));
    const { code, err } = await project.proviso("lock");
    expect(code).toBe(1);
    expect(err).toContain("`notes.add_one` no longer requires the permission `notes:write`");
    await project.write("contracts/notes.yaml", open(text));
    expect((await project.proviso("lock")).code).toBe(1);
    // The earlier state may return without an acceptance.
    await project.write("contracts/notes.yaml", text);
    expect((await project.proviso("lock")).code).toBe(0);
    expect((await project.proviso("lock --check")).code).toBe(0);
  });

  test("the history of a renamed tool goes with it", async () => {
    const project = await locked();
    await project.edit("contracts/notes.yaml", open);
    await project.proviso(accept);
    await project.edit("contracts/notes.yaml", (text) => text.replace("  create:", "  add_one:"));
    expect((await project.proviso("lock")).code).toBe(0);
    expect(await historiesIn(project)).toEqual({ "notes.add_one": ["Notes are public from now on."] });
  });

  test("that a tool is no longer stated to be forbidden needs acceptance too", async () => {
    const forbidden = notes.replaceAll("notes", "secrets").replace("riskLevel: low", "riskLevel: forbidden");
    const project = await createProject({ "contracts/secrets.yaml": forbidden });
    await project.proviso("lock");
    await project.remove("contracts/secrets.yaml");
    const { code, err } = await project.proviso("lock");
    expect([code, err]).toEqual([
      1,
      expect.stringContaining("`secrets.create` is no longer stated to be forbidden"),
    ]);
  });
});

test("the lock belongs to its configuration", async () => {
  const project = await createProject();
  await project.write("other.yaml", await project.read("proviso.yaml"));
  expect((await project.proviso("lock --config other.yaml")).out).toBe("wrote other.lock: 2 tools");
});

test.each([
  [["lock", "--check", "--accept", "So."], "`--check` writes nothing; use it without `--accept`"],
  [["lock", "--check", "--sign-off", "notes.create"], "use it without `--sign-off`"],
  [["lock", "--sign-off", "notes.create", "--who", "Ann"], "there is no proviso.lock to sign"],
  [["lock", "--sign-off", "notes.burn", "--who", "Ann"], "there is no tool `notes.burn` to sign off"],
  [["lock", "--sign-off", "notes.burn~0123456789abcdef", "--who", "Ann"], "there is no tool `notes.burn`"],
  [["lock", "--who", "Ann"], "`--who` goes with `--accept` or `--sign-off`"],
  [["lock", "--accept", " "], "`--accept` needs the reason"],
])("%j is wrong usage", async (words, message) => {
  const project = await createProject();
  const { code, err } = await project.proviso(words);
  expect([code, err]).toEqual([2, expect.stringContaining(message)]);
});

test("a signature names the contract that was reviewed, and stays when the contract changes", async () => {
  const project = await locked();
  const signatureIn = async (): Promise<unknown> => {
    const { lock, diagnostics } = readLock({
      path: "proviso.lock",
      text: await project.read("proviso.lock"),
    });
    expect(diagnostics).toEqual([]);
    const { contract, signed } = lock?.tools.get("notes.create") ?? {};
    return { who: signed?.who, isCurrent: signed?.hash === contract?.["hash"] };
  };
  const sign = ["lock", "--sign-off", "notes.create", "--who", "Ann"];
  expect(await project.proviso(sign)).toMatchObject({ code: 0, out: "wrote proviso.lock: 2 tools" });
  expect(await signatureIn()).toEqual({ who: "Ann", isCurrent: true });
  expect((await project.proviso("lock --check")).code).toBe(0);
  await project.edit("contracts/notes.yaml", (text) =>
    text.replace("title: Create a note", "title: Note down"),
  );
  await project.proviso("lock");
  expect(await signatureIn()).toEqual({ who: "Ann", isCurrent: false });
  await project.proviso(["lock", "--sign-off", "notes.create", "--who", "Ben"]);
  expect(await signatureIn()).toEqual({ who: "Ben", isCurrent: true });
  const hash = /"hash":"([0-9a-f]{16})/.exec(await project.read("proviso.lock"))?.[1] ?? "";
  for (const reviewed of ["", hash.slice(0, 8), "0123456789abcdef"])
    expect(
      await project.proviso(["lock", "--sign-off", `notes.create~${reviewed}`, "--who", "Cid"]),
    ).toMatchObject({
      code: 2,
      err: expect.stringContaining(`the contract of \`notes.create\` is ${hash} here`),
    });
  await project.proviso(["lock", "--sign-off", `notes.create~${hash}`, "--who", "Ben"]);
  expect(await signatureIn()).toEqual({ who: "Ben", isCurrent: true });
  await project.edit("proviso.lock", (text) => text.replace('"who":"Ben"', '"who":"Eve"'));
  expect(await project.proviso("lock")).toMatchObject({
    code: 1,
    err: expect.stringContaining("lock/edited"),
  });
});

test("contracts with errors are shown, and nothing is locked", async () => {
  const project = await createProject();
  await project.edit("contracts/notes.yaml", (text) => text.replace("riskLevel: low", "riskLevel: lo"));
  const before = await project.snapshot();
  const { code, err } = await project.proviso("lock");
  expect([code, err]).toEqual([1, expect.stringContaining("contracts/notes.yaml:10")]);
  expect(await project.snapshot()).toEqual(before);
});

test("`diff --against lock` compares with what was accepted last, forbidden tools included", async () => {
  const forbidden = notes.replaceAll("notes", "secrets").replace("riskLevel: low", "riskLevel: forbidden");
  const project = await createProject({ "contracts/secrets.yaml": forbidden });
  const missing = await project.proviso("diff --against lock");
  expect([missing.code, missing.err]).toEqual([2, expect.stringContaining("there is no proviso.lock in")]);
  await project.proviso("lock");
  expect((await project.proviso("diff --against lock")).out).toBe("no changes since lock");
  await project.edit("contracts/secrets.yaml", (text) =>
    text.replace("riskLevel: forbidden", "riskLevel: high"),
  );
  const { code, out } = await project.proviso("diff --against lock --fail-on loosened --format json");
  expect(code).toBe(1);
  expect(JSON.parse(out).changes).toContainEqual(
    expect.objectContaining({ tool: "secrets.create", path: "riskLevel", safety: "loosened" }),
  );
});
