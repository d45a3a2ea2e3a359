import { expect } from "vitest";
import type { RunResult } from "../project.ts";

/** The changes that `--format json` prints. */
export function changesIn({ code, out, err }: RunResult): readonly Readonly<Record<string, unknown>>[] {
  expect({ code, err }).toEqual({ code: expect.any(Number), err: "" });
  const printed = JSON.parse(out) as { readonly changes: readonly Readonly<Record<string, unknown>>[] };
  expect(Object.keys(printed)).toEqual(["changes"]);
  return printed.changes;
}
