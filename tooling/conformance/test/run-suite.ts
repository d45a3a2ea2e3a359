import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Check {
  readonly id: string;
  readonly status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO";
  readonly errorMessage?: string;
}

export interface Line {
  /** The folder in `node_modules` of one version of the suite. */
  readonly suite: "@modelcontextprotocol/conformance" | "conformance-2026-07-28";
  readonly protocol: "2025-11-25" | "2026-07-28";
}

/** The names of a suite's scenarios for servers, with the protocol versions that each is about, or `extension`. */
export async function scenariosOf(
  { suite }: Pick<Line, "suite">,
  side: "server" | "client" = "server",
): Promise<ReadonlyMap<string, readonly string[]>> {
  const lines = (await run(suite, ["list", `--${side}`])).matchAll(/^ {2}- (\S+) \[(.*)\]$/gm);
  return new Map([...lines].map(([, name = "", versions = ""]) => [name, versions.split(",")]));
}

/** Runs all scenarios of one protocol version against a server; returns each one's results by name. */
export async function runSuite(
  { suite, protocol }: Line,
  url: string,
): Promise<ReadonlyMap<string, readonly Check[]>> {
  const folder = mkdtempSync(join(tmpdir(), "proviso-conformance-"));
  try {
    const options = ["--suite", "all", "--spec-version", protocol, "--url", url, "-o", folder];
    await run(suite, ["server", ...options]);
    return new Map(readdirSync(folder).map((name) => [scenarioOf(name), checksIn(join(folder, name))]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Runs one scenario against the client that a command starts, with the server's URL as the last argument. */
export async function runClient(
  { suite, protocol }: Line,
  scenario: string,
  command: string,
): Promise<readonly Check[]> {
  const folder = mkdtempSync(join(tmpdir(), "proviso-conformance-"));
  try {
    const options = ["--scenario", scenario, "--spec-version", protocol, "-o", folder];
    await run(suite, ["client", "--command", command, ...options], "stderr");
    return readdirSync(folder).flatMap((name) => checksIn(join(folder, name)));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A folder is named `server-SCENARIO-TIME`. */
function scenarioOf(folder: string): string {
  return folder.replace(/^server-/, "").replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, "");
}

function checksIn(folder: string): readonly Check[] {
  return JSON.parse(readFileSync(join(folder, "checks.json"), "utf8"));
}

/** Its exit code says that a scenario failed, which the caller checks. It reports on clients to standard error. */
function run(
  suite: Line["suite"],
  args: readonly string[],
  reportsTo: "stdout" | "stderr" = "stdout",
): Promise<string> {
  const program = new URL(`../node_modules/${suite}/dist/index.js`, import.meta.url).pathname;
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [program, ...args],
      { maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        const report = { stdout, stderr }[reportsTo];
        if (error && typeof error.code !== "number") reject(error);
        else if (report === "") reject(new Error(stderr));
        else resolve(report);
      },
    );
  });
}
