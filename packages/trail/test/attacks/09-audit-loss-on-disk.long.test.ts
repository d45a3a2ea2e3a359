// Against real files, in processes of their own. PostgreSQL that goes away: `test/postgres/outage.long.test.ts`.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { sqliteAudit } from "../../src/trail/sqlite-audit.ts";
import { readSqliteAudit } from "../../src/trail/sqlite-trail.ts";
import { verifyAudit } from "../../src/trail/verify-audit.ts";
import { newKeys, recordsOf, temporaryFolder, write } from "../audit/trails.ts";

const worker = new URL("./fixtures/audit-worker.ts", import.meta.url).pathname;
const keys = newKeys();
const signing = { key: keys.key };

type How = "" | "killed" | "busy" | "powerless";

describe("a SQLite file", () => {
  function bench() {
    const folder = temporaryFolder();
    const [file, effects, key] = ["audit", "effects", "key"].map((each) => join(folder, each)) as [
      string,
      string,
      string,
    ];
    writeFileSync(effects, "");
    writeFileSync(key, keys.key.export({ type: "pkcs8", format: "pem" }));
    const start = (how: How, limit = "unlimited") => {
      // Without the trap the system would kill a process that writes more than it may.
      const child = spawn(
        "bash",
        [
          "-c",
          `trap "" XFSZ; ulimit -f ${limit}; exec "$@"`,
          "-",
          process.execPath,
          worker,
          file,
          effects,
          key,
          how,
        ],
        {
          stdio: ["ignore", "pipe", "inherit"],
        },
      );
      onTestFinished(() => void child.kill("SIGKILL"));
      return child;
    };
    const happened = (): readonly string[] => readFileSync(effects, "utf8").split("\n").slice(0, -1);
    /** Every effect has an intent, and what is there can be verified and gone on with. */
    async function check(): Promise<void> {
      await write(sqliteAudit({ file, signing }), "after");
      expect(await verifyAudit(await readSqliteAudit(file), { keys: [keys.publicKey] })).toMatchObject({
        ok: true,
      });
      const records = await recordsOf(await readSqliteAudit(file));
      const wanted = new Set(records.flatMap(({ kind, callId }) => (kind === "intent" ? [callId] : [])));
      expect(happened().filter((callId) => !wanted.has(callId))).toEqual([]);
      expect(records.at(-1)?.callId).toBe("after");
    }
    return { folder, file, effects, start, happened, check };
  }

  test("a disk that is full refuses calls, and loses nothing that was promised", async () => {
    const { start, happened, check } = bench();
    const child = start("", "1000"); // kilobytes for each file
    const words = JSON.parse(await text(child.stdout)) as string[];
    expect(words.at(-1)).toBe("refused server_unavailable");
    expect(new Set(words.slice(0, -2))).toEqual(new Set(["completed"]));
    expect(words.filter((word) => word !== "refused server_unavailable")).toHaveLength(happened().length);
    expect(happened().length).toBeGreaterThan(10);
    await check();
  });

  test("a process that is killed in an effect leaves the intent", async () => {
    const { file, start, happened, check } = bench();
    const child = start("killed");
    expect((await once(child, "exit"))[1]).toBe("SIGKILL");
    const [callId] = happened();
    expect(await recordsOf(await readSqliteAudit(file))).toMatchObject([{ kind: "intent", callId }]);
    await check();
  });

  test("a busy process that is killed at any moment has on record whatever it did", async () => {
    const { effects, start, happened, check } = bench();
    for (const patience of [3, 30, 90]) {
      const before = happened().length;
      const child = start("busy");
      while (happened().length < before + patience) await setTimeout(2);
      child.kill("SIGKILL");
      await once(child, "exit");
      await check();
    }
    expect(readFileSync(effects, "utf8").length).toBeGreaterThan(0);
  });
});

test("a folder in which nothing can be made any more refuses calls: the head cannot be kept", async () => {
  const folder = temporaryFolder();
  const [file, effects, key] = [
    join(folder, "audit"),
    join(temporaryFolder(), "effects"),
    join(folder, "key"),
  ];
  writeFileSync(key, keys.key.export({ type: "pkcs8", format: "pem" }));
  writeFileSync(effects, "");
  if (process.getuid?.() === 0)
    for (const path of [folder, key, effects, join(effects, "..")]) chownSync(path, 65_534, 65_534);
  const child = spawn(process.execPath, [worker, file, effects, key, "powerless"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const words = JSON.parse(await text(child.stdout)) as string[];
  chmodSync(folder, 0o700);
  expect(words.at(-1)).toBe("refused server_unavailable");
  expect(readFileSync(effects, "utf8").split("\n").length - 1).toBe(
    words.filter((word) => word !== "refused server_unavailable").length,
  );
  await write(sqliteAudit({ file, signing }), "after");
  expect(await verifyAudit(await readSqliteAudit(file), { keys: [keys.publicKey] })).toMatchObject({
    ok: true,
  });
});

test("a file that may not be written stops the server from starting", async () => {
  const folder = temporaryFolder();
  const [file, key] = [join(folder, "audit"), join(folder, "key")];
  await write(sqliteAudit({ file, signing }), "1");
  writeFileSync(key, keys.key.export({ type: "pkcs8", format: "pem" }), { mode: 0o644 });
  for (const path of [folder, file]) chmodSync(path, path === folder ? 0o755 : 0o444);
  const child = spawn(process.execPath, [worker, file, join(folder, "effects"), key, "powerless"]);
  const [said] = await Promise.all([text(child.stderr), once(child, "exit")]);
  expect(said).toContain("attempt to write a readonly database");
  expect(existsSync(join(folder, "effects"))).toBe(false);
});
