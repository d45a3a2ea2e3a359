import { readData } from "@proviso/compiler/import";
import { describe, expect, test } from "vitest";
import { readLock } from "@proviso/changes/lock";
import { createProject, type TestProject } from "../project.ts";

async function locked(): Promise<TestProject> {
  const project = await createProject();
  expect((await project.proviso("lock")).code).toBe(0);
  return project;
}

/** What `lock`, `lock --check` and `diff` say of an edited lock. Each refuses it, and none writes. */
async function refused(change: (text: string) => string): Promise<string> {
  const project = await locked();
  await project.edit("proviso.lock", change);
  const before = await project.snapshot();
  const said = await project.proviso("lock");
  expect(said.code).toBe(1);
  expect((await project.proviso("lock --check")).err).toBe(said.err);
  expect((await project.proviso("diff --against lock")).code).toBe(2);
  expect(await project.snapshot()).toEqual(before);
  return said.err;
}

test.each(["by: inbox", "approver: other", "approvers: 2", "from: notes:write"])(
  "a contract that states %s of its approval is read back",
  async (rule) => {
    const project = await createProject();
    await project.edit("contracts/notes.yaml", (text) =>
      text.replace(
        "    permissions: [notes:write]\n",
        (line) => `    confirmation: { always: true, ${rule} }\n${line}`,
      ),
    );
    expect(await project.proviso("lock")).toMatchObject({ code: 0 });
    expect(await project.read("proviso.lock")).toMatch(
      new RegExp(`"?${rule.split(":")[0]}"?: ?"?${rule.split(": ")[1]}`),
    );
    expect(await project.proviso("lock --check")).toMatchObject({ code: 0 });
  },
);

describe("a lock that was edited by hand is refused, with what to do", () => {
  test.each<readonly [string, (text: string) => string]>([
    ["a clause", (text) => text.replace('permissions: ["notes:write"]', "permissions: []")],
    ["a hash", (text) => text.replace(/hash: "./, 'hash: "0')],
    ["a checksum", (text) => text.replace(/checksum: "..../, 'checksum: "0000')],
    ["a line that is gone", (text) => text.replace(/ {4}title: .*\n/, "")],
    ["a line that is new", (text) => text.replace(/( {4}title: .*\n)/, "$1    zone: 1\n")],
    ["a block under another name", (text) => text.replace("  notes.create:", "  notes.add_one:")],
  ])("%s", async (_, change) => {
    const err = await refused(change);
    expect(err).toMatch(
      /error\[lock\/edited\]: the block of `notes\.\w+` was edited by hand: its checksum is another/,
    );
    expect(err).toContain("--> proviso.lock:");
    expect(err).toContain(
      "hint: restore the file, such as by `git checkout HEAD -- proviso.lock`, and run `proviso lock`",
    );
  });

  test("an entry of the history", async () => {
    const project = await locked();
    await project.edit("contracts/notes.yaml", (text) => text.replace("[notes:write]", "[]"));
    await project.proviso(["lock", "--accept", "Agreed.", "--who", "Ann"]);
    await project.edit("proviso.lock", (text) => text.replace("Agreed.", "Agreed by all."));
    const { code, err } = await project.proviso("lock --check");
    expect(code).toBe(1);
    expect(err).toMatch(/error\[lock\/edited\]: the block of `notes\.create` was edited by hand/);
  });
});

describe("a lock that cannot be read is refused", () => {
  test.each<readonly [string, (text: string) => string, RegExp]>([
    [
      "a merge conflict",
      (text) => text.replace("tools:", "<<<<<<< HEAD\ntools:"),
      /error\[lock\/conflict\]: the lock has a merge conflict\n --> proviso\.lock:/,
    ],
    [
      "another version",
      (text) => text.replace("lock: 1", "lock: 2"),
      /it is of another version\n --> proviso\.lock:3:1/,
    ],
    ["no version", (text) => text.replace("lock: 1\n", ""), /it is of another version/],
    ["no product", (text) => text.replace(/product: .*\n/, ""), /`product` or `wireNames` is missing/],
    ["no tools", (text) => text.replace(/tools:\n[^]*/, ""), /`tools` is missing/],
    ["another part", (text) => `${text}rest: 1\n`, /`rest` is no part of a lock/],
    ["JSON", () => "{}", /`proviso lock` writes no such line/],
    ["nothing", () => "", /it is of another version/],
    [
      "an anchor",
      (text) => text.replace('product: "', 'product: &a "'),
      /writes no such line\n --> proviso\.lock:4:1/,
    ],
    ["a repeated block", (text) => `${text}tools:\n`, /writes no such line/],
    [
      "a line that is too deep",
      (text) => text.replace("  notes.create:", "      notes.create:"),
      /writes no such line/,
    ],
    [
      "a value for a block",
      (text) => text.replace(/tools:\n[^]*/, "tools: 1\n"),
      /a value is where a block should be/,
    ],
    [
      "a block for a value",
      (text) => text.replace(/ {4}title: .*\n/, "    title:\n      a: 1\n"),
      /a block is where a value should be/,
    ],
    [
      "what is no contract",
      (text) => text.replace(/tools:\n[^]*/, "tools:\n  a.b:\n    checksum: 1\n"),
      /`a\.b` was edited/,
    ],
  ])("%s", async (_, change, message) => expect(await refused(change)).toMatch(message));

  test("of more characters than any", () => {
    const text = " ".repeat(64_000_001);
    expect(readLock({ path: "proviso.lock", text }).diagnostics[0]?.message).toContain(
      "more than 64 million",
    );
  });
});

test("a lock is YAML too, and of the same data", async () => {
  const project = await locked();
  const { value } = readData(await project.read("proviso.lock"));
  expect(value).toMatchObject({
    lock: 1,
    product: "acme",
    tools: { "notes.create": { riskLevel: "low", permissions: ["notes:write"] } },
  });
});

test("a lock with the line ends of Windows and a byte order mark is the same lock", async () => {
  const project = await locked();
  await project.edit("proviso.lock", (text) => `\uFEFF${text.replaceAll("\n", "\r\n")}`);
  expect((await project.proviso("lock --check")).code).toBe(0);
});
