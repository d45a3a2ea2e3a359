// Whether a server says that it accepts calls while its trail cannot be written.
import { renameSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import type { AuditSink } from "../../../server/src/api/ports.ts";
import { memoryStore } from "../../../server/src/stores/memory.ts";
import { sqliteAudit } from "../../src/trail/sqlite-audit.ts";
import { teeAudit } from "../../src/trail/tee-audit.ts";
import { temporaryFolder } from "../audit/trails.ts";
import { noteServer } from "../../../server/test/product/note-server.ts";

const quiet = { onOutage: () => {} };

function serve(audit: AuditSink) {
  const app = noteServer({ audit, store: memoryStore(), onFault: () => {} });
  onTestFinished(() => app.close());
  return app;
}

const trails = {
  sqlite: (file: string) => sqliteAudit({ file, ...quiet }),
  tee: (file: string) =>
    teeAudit({ authority: sqliteAudit({ file, ...quiet }), copies: [], onLost: () => {} }),
} satisfies Record<string, (file: string) => AuditSink>;

test.each(Object.entries(trails))(
  "it is not ready while the file of its trail is away: %s",
  async (_name, make) => {
    const file = join(temporaryFolder(), "trail");
    const app = serve(make(file));
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
