import { open } from "node:fs/promises";
import { type AuditTrail, readJsonlAudit, readSqliteAudit } from "@proviso/server";
import { UsageError } from "../terminal/exit-codes.ts";

const sqliteMagic = "SQLite format 3\0";

/** Opens the trail, lets it be used and closes it. */
export async function readTrail<Result>(
  source: string,
  use: (trail: AuditTrail) => Promise<Result>,
): Promise<Result> {
  const trail = await openTrail(source);
  try {
    return await use(trail);
  } finally {
    await trail.close();
  }
}

/** A source as it may be printed: without password and parameters, if it is a URL. The password may hold an unescaped `@`. */
export function publicPart(source: string): string {
  return isDatabaseUrl(source) ? source.replace(/\?.*$/s, "").replace(/\/\/.*@/s, "//") : source;
}

function isDatabaseUrl(source: string): boolean {
  return /^postgres(ql)?:\/\//.test(source);
}

/** Opens a PostgreSQL URL, or the path of a SQLite database or a JSON lines file, which differ in their first bytes. */
async function openTrail(source: string): Promise<AuditTrail> {
  if (isDatabaseUrl(source)) return openPostgres(source);
  return (await beginningOfFile(source)) === sqliteMagic
    ? trailOrNone(source, () => readSqliteAudit(source))
    : readJsonlAudit(source);
}

async function openPostgres(connectionString: string): Promise<AuditTrail> {
  const { readPostgresAudit } = await import("@proviso/server/postgres").catch(() => {
    throw new UsageError("a trail in PostgreSQL needs the package `pg`: install it beside @proviso/audit");
  });
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

async function beginningOfFile(file: string): Promise<string> {
  const handle = await open(file, "r").catch(() => {
    throw new UsageError(`there is no file ${file} that can be read`);
  });
  try {
    const bytes = Buffer.alloc(sqliteMagic.length);
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
    return bytes.toString("latin1", 0, bytesRead);
  } catch {
    throw new UsageError(`${file} is not a file`);
  } finally {
    await handle.close();
  }
}
