// The sample, called as a stranger's server would be: nothing that it claims is refuted.
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";

const root = join(import.meta.dirname, "../../..");
const server = [
  process.execPath,
  join(root, "apps/sample-server/bin/backoffice-server.js"),
  "--data",
  "{folder}/data",
];

interface Report {
  readonly calls: number;
  readonly results: readonly {
    readonly clause: string;
    readonly tool?: string;
    readonly verdict: { readonly kind: string };
  }[];
}

test("nothing that the sample's contracts claim is refuted", async () => {
  const folder = mkdtempSync(join(tmpdir(), "verify-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  // The server's own trail and store change with every call.
  const watching = ["--disposable", "--contracts", join(root, "contracts"), "--ignore", "proviso.sqlite"];
  const bounds = ["--trials", "2", "--calls", "200", "--time", "600", "--json"];
  const program = join(root, "packages/verify/bin/proviso-verify.js");
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [program, ...watching, ...bounds, "--", ...server],
    { cwd: folder, maxBuffer: 64_000_000 },
  );
  const { calls, results } = JSON.parse(stdout) as Report;
  const of = (kind: string) => results.filter(({ verdict }) => verdict.kind === kind);
  expect(of("refuted")).toEqual([]);
  expect(calls).toBeGreaterThan(100);
  expect(of("survived").length).toBeGreaterThan(20);
});
