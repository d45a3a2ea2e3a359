import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { fstatSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { AuditTrail } from "../../src/trail/audit-trail.ts";
import { readEvent } from "../../src/trail/cloud-event.ts";
import type { AuditRecord } from "../../src/trail/audit-record.ts";
import type { AuditSink } from "../../../server/src/api/ports.ts";
import { entry } from "./entry.ts";

export { entry };

/** A folder that goes away with the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "proviso-audit-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** How often this process has a file open. */
export function timesOpen(file: string): number {
  const { ino } = statSync(file, { bigint: true });
  return readdirSync("/dev/fd").filter((fd) => inodeOf(Number(fd)) === ino).length;
}

function inodeOf(fd: number): bigint | undefined {
  try {
    return fstatSync(fd, { bigint: true }).ino;
  } catch {
    // The descriptor with which the folder was read is closed by now.
    return undefined;
  }
}

export interface Keys {
  readonly key: KeyObject;
  readonly publicKey: string;
}

export function newKeys(): Keys {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  return { key: privateKey, publicKey: publicKey.export({ type: "spki", format: "pem" }).toString() };
}

/** Writes entries one after the other, and closes the sink. */
export async function write(sink: AuditSink, ...ids: readonly string[]): Promise<void> {
  for (const id of ids) await sink.append(entry(id));
  await sink.close();
}

/** The records of a trail, which is closed. */
export async function recordsOf(trail: AuditTrail): Promise<readonly AuditRecord[]> {
  const records: AuditRecord[] = [];
  for await (const event of trail.events()) {
    const record = readEvent(event);
    if (!record) throw new Error(`not a record: ${JSON.stringify(event)}`);
    records.push(record);
  }
  await trail.close();
  return records;
}
