// The sample, called as a stranger's server would be: nothing that it claims is refuted.
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";

const root = join(import.meta.dirname, "../../..");
const server = [process.execPath, join(import.meta.dirname, "serve-caller.mjs"), "{folder}/data"];

interface Report {
  readonly calls: number;
  readonly results: readonly {
    readonly clause: string;
    readonly tool?: string;
    readonly claim: { readonly text: string };
    readonly verdict: { readonly kind: string };
  }[];
}

/** The report that the site shows. Written by this test with `UPDATE_REPORT=1`, which makes all calls: some minutes. */
const shown = join(root, "apps/docs/src/verified.json");
const isUpdate = process.env["UPDATE_REPORT"] === "1";

const claimsIn = ({ results }: Report): readonly string[] =>
  results.map(({ clause, tool = "", claim }) => `${tool} ${clause}: ${claim.text}`);

test(
  "nothing that the sample's contracts claim is refuted, and the site's report has the same claims",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "verify-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    // The server's own trail and store change with every call.
    const watching = ["--disposable", "--approve", "--mail", "--env", "SMTP_URL={smtp}"];
    const trail = ["--audit", "{folder}/data/proviso.sqlite"];
    const callers = ["--nobody", "CALLER=nobody", "--stale", "CALLER=stale"];
    // Not every number of days finds a customer who is late.
    const values = ["--value", "minimumDaysLate=14"];
    const contracts = ["--contracts", join(root, "contracts"), "--ignore", "proviso.sqlite"];
    const bounds = [
      "--trials",
      "1",
      "--calls",
      isUpdate ? "2500" : "120",
      "--time",
      isUpdate ? "7200" : "3000",
      "--json",
    ];
    const program = join(root, "packages/verify/bin/proviso-verify.js");
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [program, ...watching, ...trail, ...callers, ...values, ...contracts, ...bounds, "--", ...server],
      { cwd: folder, maxBuffer: 64_000_000 },
    ).catch((error: { readonly stdout: string }) => {
      // It ends with 1 if something is refuted: then the report says what.
      if (error.stdout.startsWith("{")) return error;
      throw error;
    });
    const report = JSON.parse(stdout) as Report;
    const { calls, results } = report;
    const of = (kind: string) => results.filter(({ verdict }) => verdict.kind === kind);
    expect(of("refuted")).toEqual([]);
    expect(calls).toBeGreaterThan(60);
    expect(of("survived").length).toBeGreaterThan(20);
    expect(of("survived").map(({ clause }) => clause)).toEqual(expect.arrayContaining(["audited"]));
    // The paths of this machine are no part of what the site shows.
    if (isUpdate) expect(report).toMatchObject({ ended: "complete" });
    if (isUpdate)
      writeFileSync(shown, `${JSON.stringify({ ...report, target: undefined, oracles: undefined })}\n`);
    expect(claimsIn(JSON.parse(readFileSync(shown, "utf8")) as Report)).toEqual(claimsIn(report));
  },
  isUpdate ? 7_500_000 : undefined,
);
