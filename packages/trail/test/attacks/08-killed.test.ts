import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sqliteStore } from "../../../server/src/stores/sqlite.ts";
import { fakeClock } from "../../../server/src/testing.ts";
import { fixture, summary } from "../../../server/test/sample.ts";
import { readSqliteAudit } from "../../src/trail/sqlite-trail.ts";
import { verifyAudit } from "../../src/trail/verify-audit.ts";
import { recordsOf } from "../audit/trails.ts";

const idempotencyKey = "k";

test("a process killed in the middle of an effect leaves an intent and a doubt, and no second run", async () => {
  const folder = mkdtempSync(join(tmpdir(), "proviso-killed-"));
  const [file, effects] = [join(folder, "state.db"), join(folder, "effects")];
  const worker = new URL("./fixtures/dying-worker.ts", import.meta.url).pathname;
  const child = spawn(process.execPath, [worker, file, effects]);
  expect((await once(child, "exit"))[1]).toBe("SIGKILL");

  const clock = fakeClock();
  const server = fixture({ clock, store: sqliteStore({ file, clock }) });
  const again = async () => summary(await server.call("notes.create", { text: "a" }, { idempotencyKey }));
  expect(await again()).toBe("refused in_progress");
  clock.advance(5 * 60_000);
  expect([await again(), await again()]).toEqual(["refused outcome_unknown", "refused outcome_unknown"]);
  expect([server.ran, readFileSync(effects, "utf8")]).toEqual([[], "sent\n"]);

  expect(await verifyAudit(await readSqliteAudit(file))).toMatchObject({ ok: true });
  expect(await recordsOf(await readSqliteAudit(file))).toMatchObject([
    { kind: "intent", tool: "notes.create" },
  ]);
  await server.server.close();
  rmSync(folder, { recursive: true });
});
