import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { headFileOf } from "./head-file.ts";

/** In the folder of a database: random bytes that name its file of heads elsewhere, wherever the folder is moved or restored. */
export const trailIdFile = "trail.id";

/**
 * The file with the newest heads of a database, outside of its folder: a backup of the folder that
 * is put back does not put back this file. In the system's folder for the state of programs; beside
 * the database if there is none that can be written, or the folder has no `trail.id`.
 */
export function outsideHeadFile(database: string): string {
  const id = idOf(join(dirname(database), trailIdFile));
  const outside = id === undefined ? undefined : headsFolder();
  return outside === undefined ? headFileOf(database) : join(outside, `${id}.head.json`);
}

/** Moves heads that were kept beside the database while no folder for state could be written. */
export function moveHeads(database: string, outside: string): void {
  const beside = headFileOf(database);
  if (beside === outside || !existsSync(beside)) return;
  if (!existsSync(outside)) {
    copyFileSync(beside, `${outside}.copy`);
    renameSync(`${outside}.copy`, outside);
  }
  rmSync(beside, { force: true });
}

function idOf(file: string): string | undefined {
  if (!existsSync(file)) return undefined;
  return createHash("sha256").update(readFileSync(file)).digest("hex").slice(0, 32);
}

function headsFolder(): string | undefined {
  const state = stateFolder();
  try {
    const folder = join(state, "proviso");
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return folder;
  } catch {
    return undefined;
  }
}

/** Where programs keep their state, as the XDG Base Directory Specification says, and on Windows in the local application data. */
export function stateFolder(): string {
  const { XDG_STATE_HOME, LOCALAPPDATA } = process.env;
  if (XDG_STATE_HOME) return XDG_STATE_HOME;
  return process.platform === "win32" && LOCALAPPDATA ? LOCALAPPDATA : join(homedir(), ".local", "state");
}
