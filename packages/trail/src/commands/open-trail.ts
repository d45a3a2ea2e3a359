import { open } from "node:fs/promises";
import type { AuditTrail } from "../trail/audit-trail.ts";
import { readJsonlAudit } from "../trail/jsonl-trail.ts";
import type { Pruner } from "../trail/pruner.ts";
import { sqlitePruner } from "../trail/sqlite-pruner.ts";
import { readSqliteAudit } from "../trail/sqlite-trail.ts";
import { UsageError } from "@proviso/terminal";

const sqliteMagic = "SQLite format 3\0";

/** Opens the trail, lets it be used and closes it. */
export async function readTrail<Result>(
  trailSource: string,
  use: (trail: AuditTrail) => Promise<Result>,
): Promise<Result> {
  const trail = await openTrail(trailSource);
  try {
    return await use(trail);
  } finally {
    await trail.close();
  }
}

/** A source to print: a URL without password and parameters. A password may hold `@`. */
export function publicPart(trailSource: string): string {
  return isDatabaseUrl(trailSource)
    ? trailSource.replace(/\?.*$/s, "").replace(/\/\/.*@/s, "//")
    : trailSource;
}

function isDatabaseUrl(trailSource: string): boolean {
  return /^postgres(ql)?:\/\//.test(trailSource);
}

/** Opens a PostgreSQL URL, a SQLite database or a JSON lines file, by the first bytes. */
async function openTrail(trailSource: string): Promise<AuditTrail> {
  if (isDatabaseUrl(trailSource)) return openPostgres(trailSource);
  return (await beginningOfFile(trailSource)) === sqliteMagic
    ? trailOrNone(trailSource, () => readSqliteAudit(trailSource))
    : readJsonlAudit(trailSource);
}

/** Refuses a copy of a trail: records are removed from databases alone. */
export async function checkPrunable(trailSource: string): Promise<void> {
  if (isDatabaseUrl(trailSource) || (await beginningOfFile(trailSource)) === sqliteMagic) return;
  throw new UsageError(
    `${trailSource} is a JSON lines file, which is kept whole: remove the file when nobody needs it any more`,
  );
}

/** Opens what removes records from the trail. */
export async function openPruner(trailSource: string): Promise<Pruner> {
  if (isDatabaseUrl(trailSource))
    return (await postgresModule()).postgresPruner({ connectionString: trailSource });
  return sqlitePruner(trailSource);
}

async function postgresModule(): Promise<typeof import("../postgres.ts")> {
  return import("../postgres.ts").catch(() => {
    throw new UsageError("a trail in PostgreSQL needs the package `pg`: install it beside @proviso/trail");
  });
}

async function openPostgres(connectionString: string): Promise<AuditTrail> {
  const { readPostgresAudit } = await postgresModule();
  return trailOrNone("the database", () => readPostgresAudit({ connectionString }));
}

/** Checks the tables when the trail is opened, not in the middle of the output. */
async function trailOrNone(where: string, read: () => Promise<AuditTrail>): Promise<AuditTrail> {
  const trail = await read();
  try {
    await trail.newest(1);
    return trail;
  } catch (error) {
    await trail.close().catch(() => {});
    if (error instanceof Error && /no such table|does not exist/.test(error.message))
      throw new UsageError(`there is no audit trail in ${where}`);
    throw error;
  }
}

async function beginningOfFile(trailFile: string): Promise<string> {
  const handle = await open(trailFile, "r").catch(() => {
    throw new UsageError(`there is no file ${trailFile} that can be read`);
  });
  try {
    const bytes = Buffer.alloc(sqliteMagic.length);
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
    return bytes.toString("latin1", 0, bytesRead);
  } catch {
    throw new UsageError(`${trailFile} is not a file`);
  } finally {
    await handle.close();
  }
}
