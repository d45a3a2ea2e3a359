// Trails of earlier releases must be read for ever. Each was written by the release whose name it has.
import { join } from "node:path";
import { expect, test } from "vitest";
import { contractsOf, replay } from "./run-replay.ts";

const edit = ["note", "size(input.text) > 4", "size(input.text) > 8"] as const;
const golden = (name: string): string => join(import.meta.dirname, "golden", `${name}.jsonl`);

test("a trail of 0.1.0 tells enough about each call", async () => {
  const words = ["--contracts", contractsOf(edit), "--was", contractsOf(), "--unverified"];
  expect((await replay("--trail", golden("0.1.0"), ...words)).out).toMatchInlineSnapshot(`
    "30 calls from 2026-01-01T08:02:46.545Z to 2026-01-01T08:52:52.438Z, none of them made again

    calls  verdict
    30     same     decided the same

    tool         calls  same
    shop.look    9      9
    shop.mail    5      5
    shop.share   5      5
    shop.refund  4      4
    shop.note    3      3
    shop.tag     3      3
    shop.close   1      1

    caller  calls  same
    ben     12     12
    ada     11     11
    cyd     5      5
    dan     2      2"
  `);
});

test("an older trail without facts of callers is read, with more undecidable", async () => {
  const words = ["--contracts", contractsOf(edit), "--unverified"];
  expect((await replay("--trail", golden("before-0.1.0"), ...words)).out).toMatchInlineSnapshot(`
    "30 calls from 2026-01-01T08:02:46.545Z to 2026-01-01T08:52:52.438Z, none of them made again

    calls  verdict
    27     same         decided the same
    3      undecidable  cannot be decided from the trail

    tool         calls  same  undecidable
    shop.look    9      9     0
    shop.mail    5      5     0
    shop.share   5      5     0
    shop.refund  4      4     0
    shop.note    3      0     3
    shop.tag     3      3     0
    shop.close   1      1     0

    caller  calls  same  undecidable
    ben     12     12    0
    ada     11     10    1
    cyd     5      3     2
    dan     2      2     0

    undecidable  because
    3            the permissions or the log-in of its caller are not on record"
  `);
});
