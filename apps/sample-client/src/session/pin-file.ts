import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { Pins } from "@proviso/client";
import { UsageError } from "../input/usage-error.ts";

/** How tools looked when this file was last written; nothing if there is none yet. */
export function readPins(path: string): Pins | undefined {
  if (!existsSync(path)) return undefined;
  try {
    const pins: unknown = JSON.parse(readFileSync(path, "utf8"));
    if (typeof pins === "object" && pins !== null && !Array.isArray(pins)) return pins as Pins;
  } catch {
    // Told below.
  }
  throw new UsageError(`\`${path}\` holds no pins: it must be a file that --pins has written`);
}

export function writePins(path: string, pins: Pins): void {
  writeFileSync(path, `${JSON.stringify(pins, undefined, 2)}\n`);
}
