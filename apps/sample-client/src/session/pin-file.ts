import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { Pins } from "@proviso/client";
import { UsageError } from "@proviso/terminal";

/** The tool definitions from the last time this file was written; undefined if it does not exist. */
export function readPins(pinFile: string): Pins | undefined {
  if (!existsSync(pinFile)) return undefined;
  try {
    const pins: unknown = JSON.parse(readFileSync(pinFile, "utf8"));
    if (typeof pins === "object" && pins !== null && !Array.isArray(pins)) return pins as Pins;
  } catch {
    // Reported below.
  }
  throw new UsageError(`\`${pinFile}\` holds no pins: it must be a file that --pins has written`);
}

export function writePins(pinFile: string, pins: Pins): void {
  writeFileSync(pinFile, `${JSON.stringify(pins, undefined, 2)}\n`);
}
