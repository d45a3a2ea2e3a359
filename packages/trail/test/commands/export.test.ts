import { appendFileSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readEvent, sqliteAudit } from "../../src/index.ts";
import { beforeEach, expect, test } from "vitest";
import { audit, succeed } from "./run-audit.ts";
import { entry, newKeys, temporaryFolder } from "./trails.ts";

const keys = newKeys();
const signing = { key: keys.key };

let [source, copy, position, publicKey] = ["", "", "", ""];
beforeEach(() => {
  const folder = temporaryFolder();
  source = join(folder, "trail.db");
  // Its folder is made.
  copy = join(folder, "trails", "copy.jsonl");
  position = join(folder, "position.json");
  publicKey = join(folder, "audit.pub");
  writeFileSync(publicKey, keys.publicKey);
});

async function record(...ids: readonly string[]): Promise<void> {
  const sink = sqliteAudit({ file: source, signing });
  for (const id of ids) await sink.append(entry(id, { input: { note: "\u202e" } }));
  await sink.close();
}

const idsIn = (text: string): readonly string[] =>
  text
    .trim()
    .split("\n")
    .map((line) => String(readEvent(JSON.parse(line))?.callId));
const copied = (): readonly string[] => idsIn(readFileSync(copy, "utf8"));

test("a copy of a trail is verified like the trail", async () => {
  await record("1", "2", "3");
  await succeed("export", source, "--to", copy);
  expect(statSync(copy).mode & 0o777).toBe(0o600);
  expect(copied()).toEqual(["1", "2", "3"]);
  expect(await succeed("verify", copy, "--key", publicKey)).toContain("3 records, every chain is whole");
  writeFileSync(copy, readFileSync(copy, "utf8").replace('"id":"2.', '"id":"x.'));
  expect(await audit("verify", copy, "--key", publicKey)).toMatchObject({ code: 1 });
});

test("a copy is continued from its position, also after a crash in the middle of a line", async () => {
  await record("1", "2");
  await succeed("export", source, "--to", copy, "--position", position);
  await record("3", "4");
  appendFileSync(copy, '{"half a');
  await succeed("export", source, "--to", copy, "--after", position, "--position", position);
  expect(copied()).toEqual(["1", "2", "3", "4"]);
  await succeed("export", source, "--to", copy, "--after", position, "--position", position);
  expect(copied()).toEqual(["1", "2", "3", "4"]);
  await succeed("verify", copy, "--key", publicKey);
});

test("a first export that fails leaves no file in the way of the next one", async () => {
  await record("1", "2");
  // The position cannot be written there.
  const nowhere = join(copy, "..", "nowhere", "position");
  expect(await audit("export", source, "--to", copy, "--position", nowhere)).toMatchObject({ code: 3 });
  expect(existsSync(copy)).toBe(false);
  await succeed("export", source, "--to", copy, "--position", position);
  expect(copied()).toEqual(["1", "2"]);
  // An export that is continued, and fails, keeps what it had.
  await record("3");
  expect(
    await audit("export", source, "--to", copy, "--after", position, "--position", nowhere),
  ).toMatchObject({ code: 3 });
  await succeed("export", source, "--to", copy, "--after", position, "--position", position);
  expect(copied()).toEqual(["1", "2", "3"]);
});

test("only what is new goes to standard output, for a program that stores it", async () => {
  await record("1", "2");
  expect(idsIn(await succeed("export", source, "--to", "-", "--position", position))).toEqual(["1", "2"]);
  await record("3");
  const more = await succeed("export", source, "--to", "-", "--after", position, "--position", position);
  expect(idsIn(more)).toEqual(["3"]);
  await record("4");
  await succeed("export", source, "--to", copy, "--after", position);
  expect(copied()).toEqual(["4"]);
  expect(existsSync(`${copy}.head.json`)).toBe(false);
});

test("what was not exported and then pruned shows", async () => {
  const sink = sqliteAudit({ file: source });
  for (const month of [1, 2, 3])
    await sink.append(entry(`${month}`, { time: `2020-0${month}-01T00:00:00.000Z` }));
  await sink.close();
  await succeed("export", source, "--to", "-", "--position", position);
  const stored = JSON.parse(readFileSync(position, "utf8")) as { positions: { sequence: number }[] };
  const [end] = stored.positions;
  writeFileSync(position, JSON.stringify({ ...stored, positions: [{ ...end, sequence: 1 }] }));
  await succeed("prune", source, "--before", "2020-02-15", "--unexported", "--yes");
  expect(await audit("export", source, "--to", "-", "--after", position)).toMatchObject({
    code: 2,
    err: expect.stringContaining("were removed before they were exported"),
  });
});

test("wrong uses are refused with what to do", async () => {
  await record("1", "2");
  const check = async (words: readonly string[], said: string): Promise<void> =>
    expect(await audit("export", source, ...words)).toMatchObject({
      code: 2,
      err: expect.stringContaining(said),
    });
  await succeed("export", source, "--to", copy, "--position", position);
  await check(["--to", copy], "exists: name another file");
  await check(["--to", copy, "--tool", "files.get"], "leave out `--tool`");
  await check(["--to", copy, "--after", publicKey], "is no position of an export");
  await check(["--to", `${copy}.gone`, "--after", position], "no file");
  const stored = JSON.parse(readFileSync(position, "utf8")) as { positions: { hash: string }[] };
  const [end] = stored.positions;
  writeFileSync(position, JSON.stringify({ ...stored, positions: [{ ...end, hash: "another" }] }));
  await check(["--to", copy, "--after", position], "the position is of another trail");
  writeFileSync(position, JSON.stringify({ ...stored, bytes: 1_000_000 }));
  await check(["--to", copy, "--after", position], "shorter than its position says");
});

test("sums by tool count a question and the call with the answer once, and show no arguments", async () => {
  const by = (id: string) => ({ principal: { id } });
  const records = [
    entry("1", { kind: "outcome", outcome: "completed", ...by("ben"), input: { secret: "s" } }),
    entry("2", { kind: "outcome", outcome: "refused", failure: "permission_denied", ...by("ada") }),
    entry("3", { kind: "outcome", outcome: "input_required", request: "q", ...by("ada") }),
    entry("4", { kind: "approval", request: "q", ...by("ada") }),
    entry("4", { kind: "outcome", outcome: "completed", time: "2026-01-02T00:00:00.000Z", ...by("ada") }),
    entry("5", { kind: "outcome", outcome: "input_required", request: "r", ...by("ada") }),
    entry("6", {
      kind: "outcome",
      outcome: "refused",
      failure: "confirmation_declined",
      request: "r",
      ...by("ada"),
    }),
    entry("7", {
      kind: "outcome",
      outcome: "refused",
      failure: "approval_pending",
      request: "s",
      ...by("ben"),
    }),
    entry("8", { kind: "decision", decision: "denied", request: "s", ...by("boss") }),
    entry("9", { kind: "outcome", outcome: "unknown_tool", tool: "made.up", ...by("eve") }),
    entry("11", { kind: "approval", via: "exception", ...by("ben") }),
    entry("11", { kind: "outcome", outcome: "completed", ...by("ben") }),
    entry("10", { kind: "decision", decision: "paused", event: "proviso.pause", tool: "all", ...by("boss") }),
  ];
  const sink = sqliteAudit({ file: source, signing });
  for (const each of records) await sink.append(each);
  await sink.close();
  expect(JSON.parse(await succeed("export", source, "--format", "use"))).toEqual({
    format: 1,
    tools: [
      {
        tool: "files.get",
        calls: 6,
        lastCalled: "2026-01-02T00:00:00.000Z",
        refused: 1,
        approved: 1,
        denied: 2,
        by: [
          { id: "ada", calls: 3 },
          { id: "ben", calls: 3 },
        ],
      },
    ],
  });
});
