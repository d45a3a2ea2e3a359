// The examples of the guides *Replay* and *Your own site*, over the sample's own trail.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sqliteAudit } from "@proviso/trail";
import { expect, onTestFinished, test } from "vitest";
import { run } from "../../../packages/replay/src/commands/run.ts";
import { run as audit } from "../../../packages/trail/src/commands/run.ts";
import { openTestBackoffice } from "./backoffice.ts";

const contracts = join(import.meta.dirname, "../../../contracts");

/** The sample's trail after a list and two notes about which a person was asked. */
async function recordedSample() {
  const folder = mkdtempSync(join(tmpdir(), "replay-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { audit: recorded, bytes, call } = await openTestBackoffice();
  await call("projects.list");
  for (const text of ["Order more coffee.", "Order more tea."])
    expect(await call("notes.create", { text })).toMatchObject({ kind: "completed" });
  const trail = join(folder, "proviso.sqlite");
  const sink = sqliteAudit({ file: trail });
  for (const record of recorded.records) await sink.append(record);
  await sink.close();
  return { folder, trail, bytes };
}

test("an export for the site has sums by tool, and no arguments", async () => {
  const printed: string[] = [];
  const print = (line: string): void => void printed.push(line);
  const host = {
    color: false,
    out: async (line: string) => print(line),
    err: print,
    signal: new AbortController().signal,
  };
  const { trail } = await recordedSample();
  expect(await audit(["export", trail, "--format", "use"], host)).toBe(0);
  // The site's own test shows this file.
  await expect(`${printed.join("\n")}\n`).toMatchFileSnapshot("../../../packages/site/test/sample-use.json");
  const page = readFileSync(join(contracts, "../apps/docs/src/content/docs/your-own-site.mdx"), "utf8");
  expect(JSON.parse(/```json\n([^`]*)```/.exec(page)?.[1] ?? "")).toEqual(JSON.parse(printed.join("")));
});

test("notes that were asked about would now run unasked, and nothing is made again", async () => {
  const { bytes, folder, trail } = await recordedSample();
  const changed = join(folder, "contracts");
  cpSync(contracts, changed, { recursive: true });
  const notes = readFileSync(join(changed, "notes.yaml"), "utf8");
  writeFileSync(join(changed, "notes.yaml"), notes.replace(/confirmation: .*/, "confirmation: never"));
  const before = await bytes();
  const printed: string[] = [];
  const print = (line: string): void => void printed.push(line);
  const words = ["--trail", trail, "--contracts", changed, "--fail-on", "now-runs"];
  expect(await run(words, { color: false, out: print, err: print })).toBe(1);
  expect(printed.join("\n").replace(/[0-9a-f]{8} at/, "ID at")).toMatchInlineSnapshot(`
    "3 calls from 2026-11-21T12:00:00.000Z to 2026-11-21T12:00:00.000Z, none of them made again

    calls  verdict
    1      same      decided the same
    2      now-runs  would now run and nobody is asked

    changed   tool          then       calls  the first of them
    now-runs  notes.create  was asked  2      ID at 2026-11-21T12:00:00.000Z by usr_mia

    tool           calls  same  now-runs
    notes.create   2      0     2
    projects.list  1      1     0

    caller   calls  same  now-runs
    usr_mia  3      1     2"
  `);
  expect(await bytes()).toEqual(before);
});
