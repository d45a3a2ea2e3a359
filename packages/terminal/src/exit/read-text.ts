import { readFileSync } from "node:fs";
import type { Json } from "@proviso/manifest";
import { UsageError } from "./exit-codes.ts";

/** Returns what an error says. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Parses JSON. Returns undefined for a text that is none. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Reads a text file. Throws a `UsageError` if it cannot be read. */
export function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw new UsageError(`there is no file ${file} that can be read`);
  }
}
