// Each verdict must be that of a real second run with the other contracts.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readSqliteAudit, sqliteAudit } from "@proviso/trail";
import { expect, test } from "vitest";
import { foldCalls, readCalls, type Decision, type Verdict } from "../../src/index.ts";
import { verdictOf } from "../../src/fold/verdict.ts";
import { edits, shop, type Edit } from "./contracts.ts";
import { runScript, start } from "./run-script.ts";
import { script, type Step } from "./script.ts";

const callCount = 1500;

const steps = script(1, callCount, Date.parse(start));

/** The steps under today's contracts: what was decided, and what the trail tells of it. */
async function record() {
  const folder = mkdtempSync(join(tmpdir(), "truth-"));
  const file = join(folder, "trail.db");
  const sink = sqliteAudit({ file });
  const decisions = await runScript(shop(), steps, sink);
  await sink.close();
  const trail = await readSqliteAudit(file);
  const past = await readCalls(trail);
  await trail.close();
  rmSync(folder, { recursive: true });
  return { decisions, past };
}

const recorded = record();

async function compare(edit: Edit) {
  const { decisions, past } = await recorded;
  const manifest = shop(edit);
  const real: readonly Decision[] = await runScript(manifest, steps);
  const verdicts: Verdict[] = [];
  await foldCalls(past, { manifest, was: shop() }, ({ verdict }) => void verdicts.push(verdict));
  const wrong = verdicts.flatMap((verdict, at) => {
    const truth = verdictOf(decisions[at] ?? { kind: "refused" }, real[at] ?? { kind: "refused" });
    const isRight = verdict.kind === truth.kind && verdict.code === truth.code;
    return verdict.kind === "undecidable" || isRight ? [] : [{ at, verdict, truth, call: past.calls[at] }];
  });
  const open = verdicts.filter(({ kind }) => kind === "undecidable");
  return {
    wrong,
    open,
    count: verdicts.length,
    changed: verdicts.filter(({ kind }) => kind !== "same").length,
  };
}

test("the trail tells what was decided about each call", async () => {
  const { decisions, past } = await recorded;
  expect(past.calls.map(({ was }) => was)).toEqual(decisions);
});

test.each(edits)("verdicts about %s with %j as %j are those of a second run", async (...edit) => {
  const { wrong, open, count, changed } = await compare(edit);
  const why = Object.groupBy(open, ({ doubt }) => doubt ?? "");
  console.log(
    edit.join(" | "),
    count,
    "changed",
    changed,
    Object.entries(why)
      .map(([k, v]) => `${k} ${v?.length}`)
      .join(", "),
  );
  expect(wrong.slice(0, 2)).toEqual([]);
});
