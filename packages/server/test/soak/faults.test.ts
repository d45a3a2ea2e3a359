// The long form: `./x bench faults`.
import { expect, test } from "vitest";
import { faultsUnderLoad } from "./faults.ts";

test.each(["sqlite", "postgres"] as const)(
  "nothing is done twice or lost while %s fails in one way after the other, and each outage is told once",
  { timeout: 120_000 },
  async (database) => {
    const seen = await faultsUnderLoad({ database, rounds: 3, clients: 4, seed: 7 });
    expect(seen).toMatchObject({ doubled: [], lost: [], audit: { ok: true } });
    expect(seen.over).toBe(seen.began);
    expect(seen.effects).toBeGreaterThan(10);
  },
);
