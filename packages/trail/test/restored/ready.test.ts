// Whether a server says that it accepts calls while its trail cannot be written.
import { renameSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { open, type FileHandle } from "node:fs/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import type { AuditSink } from "../../../server/src/api/ports.ts";
import { memoryStore } from "../../../server/src/stores/memory.ts";
import { jsonlAudit } from "../../src/trail/jsonl-audit.ts";
import { readJsonlAudit } from "../../src/trail/jsonl-trail.ts";
import { sqliteAudit } from "../../src/trail/sqlite-audit.ts";
import { teeAudit } from "../../src/trail/tee-audit.ts";
import { verifyAudit } from "../../src/trail/verify-audit.ts";
import { temporaryFolder } from "../audit/trails.ts";
import { noteServer } from "../../../server/test/product/note-server.ts";
import { anna } from "../../../server/test/sample.ts";

const quiet = { onOutage: () => {} };

function serve(audit: AuditSink) {
  const app = noteServer({ audit, store: memoryStore(), onFault: () => {} });
  onTestFinished(() => app.close());
  return app;
}

const trails = {
  sqlite: (file: string) => sqliteAudit({ file, ...quiet }),
  jsonl: (file: string) => jsonlAudit({ file, ...quiet }),
  tee: async (file: string) =>
    teeAudit({ authority: await jsonlAudit({ file, ...quiet }), copies: [], onLost: () => {} }),
} satisfies Record<string, (file: string) => AuditSink | Promise<AuditSink>>;

test.each(Object.entries(trails))(
  "it is not ready while the file of its trail is away: %s",
  async (_name, make) => {
    const file = join(temporaryFolder(), "trail");
    const app = serve(await make(file));
    expect(await app.ready()).toBe(true);
    renameSync(file, `${file}.away`);
    expect(await app.ready()).toBe(false);
    renameSync(`${file}.away`, file);
    expect(await app.ready()).toBe(true);
  },
);

test("it is not ready while the database of its trail takes no write", async () => {
  const file = join(temporaryFolder(), "trail.db");
  const app = serve(sqliteAudit({ file, ...quiet }));
  expect(await app.ready()).toBe(true);
  const other = new DatabaseSync(file);
  other.exec(
    "create trigger full before update on proviso_audit_head begin select raise(abort, 'full'); end",
  );
  expect(await app.ready()).toBe(false);
  other.exec("drop trigger full");
  other.close();
  expect(await app.ready()).toBe(true);
});

test("after a full disk it is ready again once the file takes a write, and the trail is whole", async () => {
  const file = join(temporaryFolder(), "trail.jsonl");
  const app = serve(await jsonlAudit({ file, ...quiet }));
  const call = (text: string): Promise<string> =>
    app
      .as(anna)
      .notes.create({ text })
      .then(
        () => "ok",
        (error: { readonly code: string }) => error.code,
      );
  expect(await call("a")).toBe("ok");
  const handle = await open(file, "r");
  const handles = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  const full = vi.spyOn(handles, "appendFile").mockRejectedValue(new Error("ENOSPC"));
  expect(await call("b")).toBe("server_unavailable");
  expect(await app.ready()).toBe(false);
  full.mockRestore();
  expect(await app.ready()).toBe(true);
  expect(await call("c")).toBe("ok");
  expect(await verifyAudit(await readJsonlAudit(file))).toMatchObject({ ok: true, records: 4 });
});
