// A process that is killed in the middle of an approved set leaves no call doubled, and the rest runs without another question.
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { JsonObject } from "@proviso/manifest";
import { expect, test } from "vitest";
import { pieceOf } from "../../../tooling/piece-of.ts";

const worker = new URL("./fixtures/refund-worker.ts", import.meta.url).pathname;
const run = promisify(execFile);

interface Told {
  readonly said: JsonObject;
  readonly decisions: number;
}

const places = [
  ["before", "before the handler acts", 49],
  ["within", "after the handler has acted", 50],
  ["approval", "while the approval of the call is put on record", 50],
  ["outcome", "while the outcome is put on record", 50],
] as const;

test.each(pieceOf(places, 2))("killed %s: %s", async (place, _, most) => {
  const folder = mkdtempSync(join(tmpdir(), "proviso-programs-"));
  const effects = join(folder, "effects");
  const start = async (...more: readonly string[]): Promise<Told | undefined> => {
    const ended = await run(process.execPath, [worker, folder, effects, ...more]).catch(
      (error: { readonly signal?: string }) => {
        if (error.signal !== "SIGKILL") throw error;
        return undefined;
      },
    );
    return ended && (JSON.parse(ended.stdout) as Told);
  };
  try {
    expect(await start(place, "20")).toBeUndefined();
    // Later than the lease of what the dead process held.
    const told = await start("", "0", "3");
    const lines = readFileSync(effects, "utf8").trim().split("\n");
    expect(new Set(lines).size).toBe(lines.length);
    expect(lines.every((id) => /^o([1-9]|[1-4]\d|50)$/.test(id))).toBe(true);
    expect(told?.said).toMatchObject({ status: "done" });
    // The program is told of the one call of which nobody knows whether it acted.
    const unknown = told?.said["result"] as readonly string[];
    expect(unknown.every((code) => code === "outcome_unknown")).toBe(true);
    expect(unknown.length).toBeLessThanOrEqual(1);
    expect([lines.length, unknown.length]).toEqual([
      most,
      place === "before" || place === "within" ? 1 : expect.any(Number),
    ]);
    // Only the call that had used its place in the set, and had not begun, is asked about anew.
    expect(told?.decisions).toBe(place === "approval" ? 1 : 0);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
