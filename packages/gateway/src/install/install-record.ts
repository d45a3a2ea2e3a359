import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isObject, type Json } from "@proviso/manifest";
import { stateFolder } from "../state/data-folder.ts";

/** The text of a server's entry before the gateway was put in front, and with it. */
export interface InstalledEntry {
  readonly was: string;
  readonly is: string;
}

/** By file and title of the server (`titleOf`). */
export type InstallRecord = Readonly<Record<string, Readonly<Record<string, InstalledEntry>>>>;

function recordFile(): string {
  return join(stateFolder(), "proviso", "gateway", "installed.json");
}

/** What is installed by this user. An unreadable record counts as none. */
export function readInstallRecord(): InstallRecord {
  try {
    const read = JSON.parse(readFileSync(recordFile(), "utf8")) as Json;
    return isObject(read) ? (read as unknown as InstallRecord) : {};
  } catch {
    return {};
  }
}

/** The record holds entries with their credentials, so it is for its owner alone. */
export function writeInstallRecord(record: InstallRecord): void {
  const file = recordFile();
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(`${file}.new`, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
