import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type AuditSink } from "@proviso/server";
import { readEvent, readSqliteAudit, sqliteAudit } from "../../src/index.ts";
import { postgresAudit } from "../../src/postgres.ts";
import { startCluster, type Cluster } from "@proviso/postgres";
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { audit, succeed } from "./run-audit.ts";
import { entry, newKeys, temporaryFolder } from "./trails.ts";

const [keys, stranger] = [newKeys(), newKeys()];
const signing = { key: keys.key };

let cluster: Promise<Cluster> | undefined;
afterAll(async () => (await cluster)?.remove());

let [folder, publicKey, privateKey] = ["", "", ""];
beforeEach(() => {
  folder = temporaryFolder();
  publicKey = join(folder, "audit.pub");
  privateKey = join(folder, "audit.key");
  writeFileSync(publicKey, keys.publicKey);
  writeFileSync(privateKey, keys.key.export({ type: "pkcs8", format: "pem" }));
});

/** A trail, and how to write to it. */
interface Trail {
  readonly source: string;
  open(): Promise<AuditSink>;
}

const places: Readonly<Record<string, () => Promise<Trail>>> = {
  async sqlite() {
    const source = join(folder, "trail.db");
    return { source, open: async () => sqliteAudit({ file: source, signing }) };
  },
  async postgres() {
    cluster ??= startCluster();
    const source = await (await cluster).createDatabase();
    return { source, open: () => postgresAudit({ connectionString: source, signing }) };
  },
};

const day = (number: number): string => `2020-01-${String(number).padStart(2, "0")}T00:00:00.000Z`;

async function write(sink: AuditSink, ...days: readonly number[]): Promise<void> {
  for (const number of days) await sink.append(entry(`c-${number}`, { time: day(number) }));
  await sink.close();
}

/** Ten days with a record each. */
async function filled(place: string): Promise<Trail> {
  const trail = await places[place]?.();
  if (!trail) throw new Error(`no ${place}`);
  await write(await trail.open(), 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
  return trail;
}

const idsIn = async (source: string): Promise<readonly string[]> =>
  (await succeed("export", source)).split("\n").map((line) => String(readEvent(JSON.parse(line))?.callId));

describe.each(Object.keys(places))("in %s", (place) => {
  test("a dry run says what would go, and removes nothing", async () => {
    const { source } = await filled(place);
    const said = await succeed("prune", source, "--before", "2020-01-06", "--unexported");
    expect(said).toContain(`main: 5 records, ${day(1)} to ${day(5)}`);
    expect(said).toContain("give --yes to remove them");
    expect(await idsIn(source)).toHaveLength(10);
  });

  test("what was removed is named by verify, and the trail goes on", async () => {
    const { source, open } = await filled(place);
    const words = ["prune", source, "--unexported", "--signing-key", privateKey, "--yes"];
    expect(await succeed(...words, "--before", "2020-01-06")).toContain("removed 5 records");
    expect(await idsIn(source)).toEqual(["c-6", "c-7", "c-8", "c-9", "c-10"]);
    expect(await succeed("verify", source, "--key", publicKey)).toContain("records 1 to 5 were pruned at");
    await write(await open(), 11);
    expect(await succeed(...words, "--before", "2020-01-08")).toContain("removed 2 records");
    expect(JSON.parse(await succeed("verify", source, "--key", publicKey, "--json"))).toMatchObject({
      ok: true,
      records: 4,
      writers: [{ sequence: 11, pruned: { sequence: 7 }, signature: "valid" }],
    });
    expect(await succeed("tail", source, "--lines", "20")).toContain(
      "records up to 7 of writer main were pruned",
    );
    expect(await succeed(...words, "--before", "2020-01-08")).toContain("nothing is old enough");
  });

  test("with --keep-anchors the end of each segment stays, and heads of that time are still known", async () => {
    const trail = await places[place]?.();
    if (!trail) throw new Error("no trail");
    await write(await trail.open(), 1, 2, 3);
    const heads = join(folder, "heads.json");
    writeFileSync(heads, await succeed("head", trail.source));
    await write(await trail.open(), 4, 5, 6, 7);
    const words = [
      "prune",
      trail.source,
      "--unexported",
      "--signing-key",
      privateKey,
      "--yes",
      "--keep-anchors",
    ];
    await succeed(...words, "--before", "2020-01-06");
    const told = await succeed("tail", trail.source, "--lines", "20");
    expect(told.match(/records up to \d/g)).toEqual(
      [1, 2, 3, 4, 5].map((number) => `records up to ${number}`),
    );
    await succeed("verify", trail.source, "--key", publicKey, "--expect-head", heads);
    const copy = join(folder, "rest.jsonl");
    await succeed("export", trail.source, "--to", copy, "--position", join(folder, "rest.json"));
    await succeed("verify", copy, "--key", publicKey);
    const [known] = JSON.parse(readFileSync(heads, "utf8")) as { hash: string }[];
    writeFileSync(heads, JSON.stringify([{ ...known, hash: "another" }]));
    const { code, out } = await audit("verify", trail.source, "--key", publicKey, "--expect-head", heads);
    expect([code, out]).toEqual([1, expect.stringContaining("rolled_back")]);
  });

  test("the newest record always stays, and what is within an hour of it", async () => {
    const { source, open } = await filled(place);
    const sink = await open();
    await sink.append(entry("soon", { time: "2020-01-10T00:30:00.000Z" }));
    await sink.close();
    const words = ["prune", source, "--unexported", "--signing-key", privateKey, "--yes"];
    await succeed(...words, "--before", "2020-02-01");
    expect(await idsIn(source)).toEqual(["c-10", "soon"]);
    await write(await open(), 11);
    await succeed("verify", source, "--key", publicKey);
  });

  test("nothing that was not exported is removed", async () => {
    const { source, open } = await filled(place);
    const position = join(folder, "position.json");
    await succeed("export", source, "--to", join(folder, "copy.jsonl"), "--position", position);
    await write(await open(), 11, 12, 13);
    const words = ["prune", source, "--exported", position, "--signing-key", privateKey, "--yes"];
    await succeed(...words, "--before", "2020-01-13");
    expect(await idsIn(source)).toEqual(["c-11", "c-12", "c-13"]);
  });

  test("an export of another trail is none of this one", async () => {
    const { source } = await filled(place);
    const position = join(folder, "position.json");
    const words = ["prune", source, "--exported", position, "--unexported", "--signing-key", privateKey];
    for (const days of [
      [1, 2, 3],
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
    ]) {
      const other = join(folder, `${days.length}.db`);
      await write(sqliteAudit({ file: other }), ...days);
      await succeed("export", other, "--to", join(folder, `${days.length}.copy`), "--position", position);
      const pruned = audit(
        ...words.filter((word) => word !== "--unexported"),
        "--before",
        "2020-01-06",
        "--yes",
      );
      expect((await pruned).err).toContain("the export is of another trail");
      expect((await audit("export", source, "--after", position)).err).toContain(
        "position is of another trail",
      );
    }
    expect(await idsIn(source)).toHaveLength(10);
  });

  test("a broken trail is not pruned", async () => {
    const { source } = await filled(place);
    const other = join(folder, "other.pub");
    writeFileSync(other, stranger.publicKey);
    const ran = await audit(
      "prune",
      source,
      "--before",
      "2020-01-06",
      "--unexported",
      "--key",
      other,
      "--yes",
    );
    expect(ran).toMatchObject({ code: 1, err: expect.stringContaining("nothing was removed") });
    expect(await idsIn(source)).toHaveLength(10);
  });
});

describe("a signed trail from which somebody cut records by hand", () => {
  /** Changes the lines of a pruned trail, of which the first is the mark; verification must fail. */
  async function check(change: (lines: readonly string[]) => readonly string[], problem: string) {
    const { source: database } = await filled("sqlite");
    const words = ["prune", database, "--unexported", "--signing-key", privateKey, "--yes"];
    await succeed(...words, "--before", "2020-01-06");
    const source = join(folder, "pruned.jsonl");
    await succeed("export", database, "--to", source);
    await succeed("verify", source, "--key", publicKey);
    const lines = readFileSync(source, "utf8").trimEnd().split("\n");
    writeFileSync(
      source,
      change(lines)
        .map((line) => `${line}\n`)
        .join(""),
    );
    const { code, out } = await audit("verify", source, "--key", publicKey);
    expect([code, out]).toEqual([1, expect.stringContaining(`BROKEN (${problem})`)]);
  }
  const marks =
    (change: (mark: Record<string, unknown>, next: string) => object) => (lines: readonly string[]) => {
      const event = JSON.parse(lines[0] ?? "") as { data: Record<string, unknown> };
      return [JSON.stringify({ ...event, data: change(event.data, lines[1] ?? "") }), ...lines.slice(1)];
    };

  test("fails without the mark", () => check((lines) => lines.slice(1), "gap"));
  test("fails if more was cut", () => check(([mark = "", , ...rest]) => [mark, ...rest], "gap"));
  test("fails if the mark was moved to where more was cut", () =>
    check((lines) => {
      const { sequence, hash } = readEvent(JSON.parse(lines[1] ?? "")) ?? {};
      return marks((mark) => ({ ...mark, sequence, hash }))(lines).toSpliced(1, 1);
    }, "pruning_forged"));
  test.each(["sequence", "hash", "time", "before", "at", "keyInForce", "keyId", "signature"])(
    "fails if `%s` of the mark was changed",
    async (name) => {
      const problem = name === "sequence" ? "gap" : name === "hash" ? "edited" : "pruning_forged";
      const value = (was: unknown): unknown => (typeof was === "number" ? was - 1 : `${String(was)}0`);
      const expected = name === "keyInForce" ? "key_not_introduced" : problem;
      await check(
        marks((mark) => ({ ...mark, [name]: value(mark[name]) })),
        expected,
      );
    },
  );
  test("fails if the mark is not signed", () =>
    check(
      marks(({ signature: _signature, keyId: _keyId, ...mark }) => mark),
      "pruning_forged",
    ));
  test("fails if a mark comes after records", () =>
    check(([mark = "", ...rest]) => [...rest, mark], "reordered"));
  test("fails without a key where a known head would be what was removed", async () => {
    const { source } = await filled("sqlite");
    const heads = join(folder, "heads.json");
    writeFileSync(heads, await succeed("head", source));
    const [known] = JSON.parse(readFileSync(heads, "utf8")) as { sequence: number }[];
    writeFileSync(heads, JSON.stringify([{ ...known, sequence: 3, hash: "of a record in another trail" }]));
    const words = ["prune", source, "--unexported", "--signing-key", privateKey, "--yes"];
    await succeed(...words, "--before", "2020-01-06");
    await succeed("verify", source, "--key", publicKey, "--expect-head", heads);
    expect(await audit("verify", source, "--expect-head", heads)).toMatchObject({
      code: 1,
      out: expect.stringMatching(/rolled_back.*give a public key/s),
    });
  });
  test("fails without a key too, unless it is signed", async () => {
    const { source } = await filled("sqlite");
    const database = new DatabaseSync(source);
    const words = ["prune", source, "--unexported", "--signing-key", privateKey, "--yes"];
    await succeed(...words, "--before", "2020-01-06");
    const row = database.prepare("select record from proviso_audit where sequence = 5").get();
    const event = JSON.parse(String(row?.["record"])) as { data: Record<string, unknown> };
    const { signature: _signature, ...data } = event.data;
    const unsigned = JSON.stringify({ ...event, data });
    database.prepare("update proviso_audit set record = ? where sequence = 5").run(unsigned);
    database.close();
    expect(await audit("verify", source)).toMatchObject({
      code: 1,
      out: expect.stringContaining("pruning_forged"),
    });
  });
});

test("the key may be the 32 bytes in the folder of a server", async () => {
  const { source } = await filled("sqlite");
  const raw = join(folder, "raw.key");
  writeFileSync(raw, keys.key.export({ type: "pkcs8", format: "der" }).subarray(-32));
  await succeed("prune", source, "--unexported", "--signing-key", raw, "--yes", "--before", "2020-01-06");
  expect(await succeed("verify", source, "--key", publicKey)).toContain("records 1 to 5 were pruned at");
});

test("verify says which expected head it could not compare, because its record was pruned", async () => {
  const { source, open } = await filled("sqlite");
  const heads = join(folder, "heads.json");
  const known = async (): Promise<string> =>
    succeed("verify", source, "--key", publicKey, "--expect-head", heads);
  writeFileSync(heads, await succeed("head", source));
  await write(await open(), 11, 12, 13, 14, 15);
  expect(await known()).not.toContain("not compared");
  const words = ["prune", source, "--unexported", "--signing-key", privateKey, "--yes", "--before"];
  await succeed(...words, "2020-01-14");
  expect(await known()).toContain(
    "main: the expected head at 10 was not compared, because its record was pruned",
  );
  expect(
    JSON.parse(await succeed("verify", source, "--key", publicKey, "--expect-head", heads, "--json")),
  ).toMatchObject({ ok: true, uncompared: [{ writer: "main", sequence: 10 }] });
  writeFileSync(heads, await succeed("head", source));
  expect(await known()).not.toContain("not compared");
});

test("marks of several writers in one file stand before the records of each", async () => {
  const source = join(folder, "both.db");
  for (const writer of ["a", "b"])
    await write(sqliteAudit({ file: source, signing, writer }), 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
  const words = ["--unexported", "--signing-key", privateKey, "--yes", "--before"];
  await succeed("prune", source, ...words, "2020-01-03");
  const copy = join(folder, "both.jsonl");
  await succeed("prune", source, "--keep-anchors", ...words, "2020-01-06");
  await succeed("export", source, "--to", copy);
  expect(await succeed("verify", copy, "--key", publicKey)).toContain("records 1 to 5 were pruned at");
});

test("no link in the folder of a trail leads to a file that is overwritten", async () => {
  const { source } = await filled("sqlite");
  const victim = join(folder, "victim");
  writeFileSync(victim, "kept");
  const position = join(folder, "position.json");
  symlinkSync(victim, `${position}.new`);
  await succeed("export", source, "--to", join(folder, "copy.jsonl"), "--position", position);
  expect(readFileSync(victim, "utf8")).toBe("kept");
});

test("a chain whose key was changed in the removed part is verified with the new key", async () => {
  const { source } = await filled("sqlite");
  const signedAnew = { key: stranger.key, formerKeys: [keys.key] };
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(day(11)) });
  onTestFinished(() => void vi.useRealTimers());
  await write(sqliteAudit({ file: source, signing: signedAnew }), 11, 12, 13);
  await write(sqliteAudit({ file: source, signing: { key: stranger.key } }), 14);
  vi.useRealTimers();
  writeFileSync(privateKey, stranger.key.export({ type: "pkcs8", format: "pem" }));
  const words = ["prune", source, "--unexported", "--signing-key", privateKey, "--yes", "--keep-anchors"];
  await succeed(...words, "--before", "2020-01-13");
  writeFileSync(publicKey, stranger.publicKey);
  await succeed("verify", source, "--key", publicKey);
  writeFileSync(publicKey, keys.publicKey);
  expect(await audit("verify", source, "--key", publicKey)).toMatchObject({ code: 1 });
  await write(sqliteAudit({ file: source, signing: { key: stranger.key } }), 15);
});

test("a server that writes to a SQLite file meanwhile is not disturbed", async () => {
  const { source, open } = await filled("sqlite");
  const sink = await open();
  const words = ["prune", source, "--unexported", "--signing-key", privateKey, "--yes"];
  const appended = [11, 12, 13].map((number) => sink.append(entry(`c-${number}`, { time: day(number) })));
  await Promise.all([succeed(...words, "--before", "2020-01-06"), ...appended]);
  await sink.append(entry("c-14", { time: day(14) }));
  await sink.close();
  await succeed("verify", source, "--key", publicKey);
  const trail = await readSqliteAudit(source);
  expect(await trail.newest(1)).toMatchObject([{ id: "c-14.intent" }]);
  await trail.close();
});

const wrong: readonly (readonly [words: readonly string[], said: string])[] = [
  [["--unexported"], "give `--before`, a date"],
  [["--before", "soon", "--unexported"], "`--before` must be a time"],
  [
    ["--before", new Date(Date.now() - 29 * 86_400_000).toISOString(), "--unexported"],
    "at least 30 days ago",
  ],
  [["--before", "2020-01-06"], "give `--exported FILE`"],
  [["--before", "2020-01-06", "--unexported", "--yes"], "give its private key with `--signing-key`"],
];
test.each(wrong)("prune %j is refused", async (words, said) => {
  const { source } = await filled("sqlite");
  const ran = await audit("prune", source, ...words);
  expect(ran).toMatchObject({ code: 2, err: expect.stringContaining(said) });
  expect(await idsIn(source)).toHaveLength(10);
});

test("a copy in JSON lines is not pruned", async () => {
  const { source } = await filled("sqlite");
  const copy = join(folder, "copy.jsonl");
  await succeed("export", source, "--to", copy);
  const ran = await audit("prune", copy, "--unexported", "--before", "2020-01-06");
  expect(ran).toMatchObject({ code: 2, err: expect.stringContaining("is kept whole: remove the file") });
  expect(await idsIn(copy)).toHaveLength(10);
});
