import { appendFileSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeEach, expect, test } from "vitest";
import { type AuditEntry, type AuditSink } from "@proviso/server";
import { jsonlFile } from "../audit/jsonl-file.ts";
import { readEvent, sqliteAudit } from "../../src/index.ts";
import { postgresAudit } from "../../src/postgres.ts";
import { startCluster, type Cluster } from "@proviso/postgres";
import { run } from "../../src/commands/run.ts";
import { publicPart } from "../../src/commands/open-trail.ts";
import { entry, newKeys, recordApprovedCall, temporaryFolder } from "./trails.ts";

const keys = newKeys();
const signing = { key: keys.key };
let folder = "";
let file = "";
beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder, "audit.jsonl");
  writeFileSync(join(folder, "key.pem"), keys.publicKey);
});

let cluster: Cluster | undefined;
afterAll(() => cluster?.remove());

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function audit(
  words: readonly string[],
  signal: AbortSignal = new AbortController().signal,
  width?: number,
): Promise<Ran> {
  const out: string[] = [];
  const err: string[] = [];
  const host = {
    signal,
    out: async (text: string) => void out.push(text),
    err: (text: string) => void err.push(text),
    color: false,
    ...(width === undefined ? {} : { width }),
  };
  return { code: await run(words, host), out: out.join("\n"), err: err.join("\n") };
}

async function check(words: readonly string[], code: number, said: RegExp | string): Promise<string> {
  const ran = await audit(words);
  const all = `${ran.out}\n${ran.err}`;
  if (typeof said === "string") expect(all).toContain(said);
  else expect(all).toMatch(said);
  expect(ran.code).toBe(code);
  return ran.out;
}

async function fill(
  sink: AuditSink,
  entries: readonly AuditEntry[] = ["c-001", "c-002", "c-003"].map((id) => entry(id)),
) {
  for (const one of entries) await sink.append(one);
  await sink.close();
}

const hostile = "\u001b]0;pwned\u0007\u202egnp.exe\r\nBROKEN";

const stores: Readonly<Record<string, () => Promise<readonly [source: string, sink: AuditSink]>>> = {
  "a JSON lines file": async () => [file, jsonlFile({ file, signing })],
  "a SQLite file": async () => [join(folder, "a.db"), sqliteAudit({ file: join(folder, "a.db"), signing })],
  "a PostgreSQL database": async () => {
    cluster ??= await startCluster();
    const connectionString = await cluster.createDatabase();
    return [connectionString, await postgresAudit({ connectionString, signing })];
  },
};
test.each(Object.entries(stores))("every command reads %s", async (_name, open) => {
  const [source, sink] = await open();
  await fill(sink);
  await check(
    ["verify", source, "--key", join(folder, "key.pem")],
    0,
    /^main: 3 records; the head is signed, and the signature is valid/,
  );
  const heads = await check(["head", source], 0, '"sequence": 3');
  writeFileSync(join(folder, "heads.json"), heads);
  await check(["verify", source, "--expect-head", join(folder, "heads.json")], 0, "every chain is whole");
  expect((await check(["tail", source, "-n", "2"], 0, "c-003")).split("\n")).toHaveLength(2);
  const narrow = (await audit(["tail", source], undefined, 50)).out.split("\n");
  expect(narrow.filter((line) => line.length > 50)).toEqual([]);
  expect(narrow.join(" ").split(/ +/)).toEqual((await audit(["tail", source])).out.split(/\s+/));
  await check(["show", source, "c-002"], 0, /^call c-002 {2}files\.get\n\nintent .* record 2 of writer main/);
  expect((await check(["export", source], 0, "c-001")).split("\n")).toHaveLength(3);
});

test("verify says what is broken, of which writer, at which number", async () => {
  await fill(jsonlFile({ file, signing }));
  const whole = readFileSync(file, "utf8");
  writeFileSync(file, whole.replace("c-002", "c-00x"));
  const said = /^BROKEN \(edited\) in .*audit\.jsonl: record 2 of writer `main` was changed/;
  await check(["verify", file], 1, said);
  expect(JSON.parse((await audit(["verify", file, "--json"])).out)).toMatchObject({
    source: file,
    ok: false,
    problem: "edited",
    writer: "main",
    sequence: 2,
    index: 1,
  });
  writeFileSync(file, whole);
  truncateSync(file, whole.lastIndexOf("{"));
  truncateSync(file, whole.indexOf("\n") + 1);
  await check(["verify", file], 1, /BROKEN \(cut\) .* at 3 covers 2 records that are missing at the end/);
});

test("verify --key does not take an emptied trail, or an older copy, for a whole one", async () => {
  const [database, key] = [join(folder, "a.db"), join(folder, "key.pem")];
  await fill(sqliteAudit({ file: database, signing }));
  const older = readFileSync(database);
  await fill(sqliteAudit({ file: database, signing }), [entry("c-004")]);
  writeFileSync(database, older);
  await check(["verify", database, "--key", key], 1, /BROKEN \(rolled_back\) .* at 4 is known from before/);
  writeFileSync(database, "");
  await check(["verify", database, "--key", key], 1, /BROKEN \(cut\)/);
  rmSync(`${database}.head.json`);
  await check(["verify", database, "--key", key], 1, /BROKEN \(head_missing\) .* or it was emptied/);
});

test("verify waits for a group that is just being written, and not for one that never ends", async () => {
  await fill(jsonlFile({ file, signing }));
  const head = readFileSync(`${file}.head.json`);
  const sink = jsonlFile({ file, signing });
  await Promise.all(["c-004", "c-005", "c-006"].map((id) => sink.append(entry(id)))); // 5 and 6 in one group
  await sink.close();
  const whole = readFileSync(file, "utf8");
  const half = whole.slice(0, whole.indexOf("\n", whole.indexOf("c-005")) + 1);
  writeFileSync(`${file}.head.json`, head);
  writeFileSync(file, half);
  await check(["verify", file], 1, "BROKEN (appended)");
  const verifying = check(
    ["verify", file, "--key", join(folder, "key.pem")],
    0,
    "main: 6 records, 3 newer than the head",
  );
  await setTimeout(100);
  writeFileSync(file, whole);
  await verifying;
});

test("verify finds a trail that was rolled back with its head, where its head is known", async () => {
  await fill(jsonlFile({ file, signing }), [entry("c-001")]);
  const old = [file, `${file}.head.json`].map((path) => [path, readFileSync(path)] as const);
  await fill(jsonlFile({ file, signing }), [entry("c-002")]);
  writeFileSync(join(folder, "heads.json"), (await audit(["head", file])).out);
  for (const [path, text] of old) writeFileSync(path, text);
  await check(["verify", file, "--key", join(folder, "key.pem")], 0, "every chain is whole");
  await check(["verify", file, "--expect-head", join(folder, "heads.json")], 1, "BROKEN (rolled_back)");
});

test("verify says that a head is not signed, or was not checked", async () => {
  await fill(jsonlFile({ file }));
  await check(
    ["verify", file],
    0,
    "not signed: a cut tail shows only against a head that was kept elsewhere",
  );
  await check(["verify", file, "--key", join(folder, "key.pem")], 1, "BROKEN (head_unsigned)");
});

test("nothing that a caller wrote reaches the terminal as a command, in any output", async () => {
  const sink = jsonlFile({ file, writer: hostile });
  await fill(sink, [
    entry("c-001", {
      tool: hostile,
      principal: { id: hostile, tenant: hostile },
      input: { [hostile]: hostile },
    }),
    entry("c-001", { kind: "outcome", outcome: "failed", failure: hostile, fault: hostile }),
  ]);
  appendFileSync(file, `${JSON.stringify(hostile)}\n`);
  const outputs = [
    ["verify", file],
    ["verify", file, "--json"],
    ["head", file],
    ["tail", file],
    ["tail", file, "--json"],
    ["show", file, "c-001"],
    ["show", file, "c-001", "--json"],
    ["export", file],
    ["export", file, "--format", "csv"],
    ["export", file, "--json"],
    [hostile],
    ["show", file, `${hostile}${hostile}`],
    ["tail", file, `--${hostile}`],
  ];
  for (const words of outputs) {
    const { out, err } = await audit(words);
    expect(`${out}${err}`).not.toMatch(/[^\P{C}\n]|\p{Zl}|\p{Zp}/u);
    expect(`${out}${err}`).not.toMatch(/^BROKEN$/m);
  }
});

test("show tells the whole of a call, with what was asked in another one", async () => {
  await recordApprovedCall(jsonlFile({ file }), "a  b");
  const [first, last] = [/"id":"([\w-]+)\./, /.*"id":"([\w-]+)\./s].map(
    (one) => one.exec(readFileSync(file, "utf8"))?.[1] ?? "",
  );
  const told = await check(["show", file, last ?? ""], 0, "by agent anna of acme");
  expect(told.match(/^(intent|approval|outcome) /gm)).toEqual(["intent ", "approval ", "outcome "]);
  expect(told).toContain(`the same question was asked in call ${first}`);
  expect(told).toContain('      "text": "a\\u{20}{2}b"');
  await check(["show", file, first ?? ""], 0, `the same question was answered in call ${last}`);
});

test("a call that a client only asked about is told from one that was made", async () => {
  await fill(jsonlFile({ file }), [
    entry("c-001", { kind: "precheck", outcome: "refused", failure: "policy_violation" }),
  ]);
  await check(["tail", file], 0, "asked before: refused policy_violation");
  expect(await check(["show", file, "c-001"], 0, "failure policy_violation")).not.toContain("no outcome");
});

test("a settlement that was found after a process had died is an outcome", async () => {
  await fill(jsonlFile({ file }), [
    entry("c-001"),
    entry("c-001", { kind: "settlement", outcome: "completed", reconciled: "notes.find" }),
  ]);
  expect(await check(["show", file, "c-001"], 0, "reconciled notes.find")).not.toContain("no outcome");
});

test("an export that matches nothing says so, because the name may be another one", async () => {
  await fill(jsonlFile({ file }));
  expect(await check(["export", file, "--tool", "files_get"], 0, "no record matches")).toBe("");
});

test("show finds the call that began a step by the step's key", async () => {
  const begun = { kind: "event", event: "step.begun", details: { step: "book", key: "9f3a/book" } } as const;
  // What a handler records may have the same text, such as a caller's.
  const own = { ...begun, event: "refund.made", details: { key: "9f3a/book" } } as const;
  await fill(jsonlFile({ file }), [entry("c-001"), entry("c-002", begun), entry("c-003", own)]);
  await check(["show", file, "9f3a/book"], 0, /^call c-002[^]*"key": "9f3a\/book"/);
  await check(["show", file, "9f3a/pay"], 2, "no call whose id begins with 9f3a/pay");
});

test("show says when there is no outcome, and which ids an abbreviation could mean", async () => {
  await fill(jsonlFile({ file }));
  await check(["show", file, "c-002"], 0, "no outcome: it is running, or the process died");
  await check(["show", file, "c-00"], 2, "3 calls have an id that begins with c-00: c-001, c-002, c-003");
  await check(["show", file, "nobody"], 2, "no call whose id begins with nobody");
  await check(["show", file, "c"], 2, "at least 4 characters");
});

const day = (n: number): string => `2026-01-0${n}T00:00:00.000Z`;
const filters: readonly (readonly [options: readonly string[], ids: readonly string[]])[] = [
  [[], ["c-1", "c-2", "c-3", "c-4"]],
  [
    ["--tool", "a.one"],
    ["c-1", "c-3"],
  ],
  [
    ["--tool", "a.one", "--tool", "a.two"],
    ["c-1", "c-2", "c-3", "c-4"],
  ],
  [["--principal", "ben"], ["c-2"]],
  [
    ["--since", "2026-01-02"],
    ["c-2", "c-3", "c-4"],
  ],
  [
    ["--until", day(3)],
    ["c-1", "c-2"],
  ],
  [["--tool", "a.one", "--since", day(2), "--until", "2026-01-04T00:00:00+01:00"], ["c-3"]],
];
test.each(filters)("export %j prints these records", async (options, ids) => {
  const rows = [
    ["a.one", "anna"],
    ["a.two", "ben"],
    ["a.one", "anna"],
    ["a.two", "anna"],
  ] as const;
  await fill(
    jsonlFile({ file }),
    rows.map(([name, id], i) => entry(`c-${i + 1}`, { tool: name, principal: { id }, time: day(i + 1) })),
  );
  const printed = (await check(["export", file, ...options], 0, ""))
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(printed.map((event) => readEvent(event)?.callId)).toEqual(ids);
  expect(JSON.parse(await check(["export", file, ...options, "--format", "cloudevents"], 0, "["))).toEqual(
    printed,
  );
  const csv = (await check(["export", file, ...options, "--format", "csv"], 0, "time,writer,sequence")).split(
    "\n",
  );
  expect(csv.slice(1).map((line) => line.split(",")[4])).toEqual(ids);
});

test("what is exported is still a chain", async () => {
  await fill(jsonlFile({ file, signing }));
  const copy = join(folder, "copy.jsonl");
  writeFileSync(copy, `${await check(["export", file], 0, "")}\n`);
  writeFileSync(`${copy}.head.json`, (await audit(["head", file])).out);
  await check(["verify", copy, "--key", join(folder, "key.pem")], 0, "every chain is whole");
});

test("no cell of a CSV file is a formula", async () => {
  await fill(jsonlFile({ file }), [
    entry("c-1", { tool: '=HYPERLINK("http://x")', principal: { id: "+1,2" } }),
  ]);
  await check(["export", file, "--format", "csv"], 0, `,"'+1,2",,"'=HYPERLINK(""http://x"")",`);
});

test("tail --follow prints what comes, once, from all writers", async () => {
  const [a, b] = [
    sqliteAudit({ file: join(folder, "a.db"), writer: "a" }),
    sqliteAudit({ file: join(folder, "a.db"), writer: "b" }),
  ];
  await a.append(entry("c-001"));
  const enough = new AbortController();
  const printed: string[] = [];
  const following = run(["tail", join(folder, "a.db"), "-f", "--json"], {
    signal: enough.signal,
    out: async (text) => void printed.push(String(readEvent(JSON.parse(text))?.callId)),
    err: (text) => void printed.push(text),
    color: false,
  });
  await expect.poll(() => printed).toEqual(["c-001"]);
  const many = Array.from({ length: 100 }, (_, i) => `n-${i}`);
  for (const id of many) await a.append(entry(id));
  await b.append(entry("c-002"));
  await expect.poll(() => printed.toSorted()).toEqual(["c-001", "c-002", ...many].toSorted());
  enough.abort();
  expect(await following).toBe(0);
  await Promise.all([a.close(), b.close()]);
});

const wrong: readonly (readonly [words: readonly string[], said: RegExp])[] = [
  [[], /Usage: proviso audit COMMAND/],
  [["verfy", "x"], /no command `verfy`/],
  [["verify"], /write proviso audit verify SOURCE$/m],
  [["verify", "/nowhere"], /no file \/nowhere/],
  [["verify", "/"], /\/ is not a file/],
  [["verify", "FILE", "more"], /write proviso audit verify SOURCE$/m],
  [["show", "FILE"], /write proviso audit show SOURCE ID/],
  [["verify", "FILE", "--kye", "x"], /--kye/],
  [["verify", "FILE", "--key", "/nowhere"], /no file \/nowhere/],
  [["verify", "FILE", "--key", "FILE"], /the key of the audit cannot be read/],
  [["verify", "FILE", "--expect-head", "FILE"], /is not what `proviso audit head` prints/],
  [["tail", "FILE", "-n", "many"], /`--lines` must be a number/],
  [["export", "FILE", "--format", "xml"], /no format `xml`; write jsonl, cloudevents, csv/],
  [["export", "FILE", "--since", "yesterday"], /`--since` must be a time/],
];
test.each(wrong)("%j is wrong usage", async (words, said) => {
  writeFileSync(file, "");
  await check(
    words.map((word) => (word === "FILE" ? file : word)),
    2,
    said,
  );
});

test("a database without a trail is wrong usage, and is not changed", async () => {
  const other = join(folder, "other.db");
  const database = new DatabaseSync(other);
  database.exec("create table t (a)");
  database.close();
  const before = readFileSync(other);
  await check(["verify", other], 2, "there is no audit trail in");
  expect(readFileSync(other)).toEqual(before);
});

test.each([
  ["postgresql://anna:s3cret@db:5432/audit?password=s3cret", "postgresql://db:5432/audit"],
  ["postgres://anna:s3@cret@db/audit?user=a@b", "postgres://db/audit"],
  ["postgres://db/audit", "postgres://db/audit"],
  ["what@ever?.jsonl", "what@ever?.jsonl"],
])("of %s is printed %s", (source, printed) => expect(publicPart(source)).toBe(printed));

test("a database that is not there is a failure, and its password is not printed", async () => {
  const { code, out, err } = await audit(["verify", "postgresql://anna:s3cret@127.0.0.1:1/x"]);
  expect([code, out]).toEqual([3, ""]);
  expect(err).toContain("ECONNREFUSED");
  expect(err).not.toContain("s3cret");
});

test("help is no wider than a terminal, and names every option and the exit codes", async () => {
  for (const name of ["", "verify", "head", "tail", "show", "export"]) {
    const { code, out } = await audit([...(name === "" ? [] : [name]), "--help"]);
    expect([code, out.split("\n").filter((line) => line.length > 80)]).toEqual([0, []]);
    expect(out).toContain("Exit codes: 0 clean, 1 broken, 2 usage, 3 internal.");
  }
  expect((await audit(["verify", "--help"])).out).toMatch(/--key FILE .*\n(.*\n)? {2}--expect-head FILE /);
});
