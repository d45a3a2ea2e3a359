// Trails of earlier releases must be read for ever. Each was written by the release whose name it has.
import { join } from "node:path";
import { expect, test } from "vitest";
import { contractsOf, replay } from "./run-replay.ts";

const edit = ["note", "limit: 6, per: hour", "limit: 1, per: hour"] as const;
const golden = (name: string): string => join(import.meta.dirname, "golden", `${name}.jsonl`);

test("a trail of 0.1.0 tells enough about each call", async () => {
  const words = ["--contracts", contractsOf(edit), "--was", contractsOf(), "--unverified"];
  expect((await replay("--trail", golden("0.1.0"), ...words)).out).toMatchInlineSnapshot(`
    "30 calls from 2026-01-01T08:02:46.545Z to 2026-01-01T08:52:52.438Z, none of them made again

    calls  verdict
    29     same         decided the same
    1      now-refused  would now be refused

    changed                          tool       then  calls  the first of them
    now-refused rate_limit_exceeded  shop.note  ran   1      c037d6b2 at 2026-01-01T08:33:32.934Z by cyd

    tool         calls  same  now-refused
    shop.look    9      9     0
    shop.mail    5      5     0
    shop.share   5      5     0
    shop.refund  4      4     0
    shop.note    3      2     1
    shop.tag     3      3     0
    shop.close   1      1     0

    caller  calls  same  now-refused
    ben     12     12    0
    ada     11     11    0
    cyd     5      4     1
    dan     2      2     0"
  `);
});
