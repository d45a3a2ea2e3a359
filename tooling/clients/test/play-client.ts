import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** What was seen of a client: "yes", "refused", "cannot ask", or what went wrong. */
export interface Observed {
  readonly list: string;
  readonly read: string;
  readonly dryRun: string;
  readonly alone: string;
  readonly confirm: string;
  /** A call that waits for an approval outside of the client. */
  readonly later: string;
}
export interface Played extends Omit<Observed, "later"> {
  readonly names: readonly string[];
}

const drivers = fileURLToPath(new URL("../drivers/", import.meta.url));

export function versionOf(name: string): string {
  const file = join(drivers, "node_modules", name, "package.json");
  return (JSON.parse(readFileSync(file, "utf8")) as { readonly version: string }).version;
}

/** Plays the scenes in a process whose home folder is new and goes with it. */
export function playClient(driver: string, target: object): Promise<Played> {
  return play(driver, target);
}

/** The same for the scene in which a person approves with `approve`, outside of the client. */
export function playWaiting(driver: string, target: object): Promise<Pick<Observed, "later">> {
  return play(driver, target);
}

/** The same for the scene in which a person signs in, in the browser that the client opens. */
export function playSigningIn(driver: string, target: object): Promise<Pick<Observed, "list" | "read">> {
  return play(driver, target, (home) => {
    const file = join(home, "browser");
    const browser = fileURLToPath(import.meta.resolve("@proviso/identity/browser"));
    writeFileSync(file, `#!/bin/sh\nexec '${process.execPath}' '${browser}' "$1" usr_mia\n`, { mode: 0o700 });
    return { BROWSER: file, MCP_AUTO_OPEN_ENABLED: "true" };
  });
}

async function play<Seen>(
  driver: string,
  target: object,
  settings: (home: string) => NodeJS.ProcessEnv = () => ({}),
): Promise<Seen> {
  const home = mkdtempSync(join(tmpdir(), "proviso-clients-"));
  try {
    const args = [join(drivers, "play.mjs"), driver, JSON.stringify(target)];
    return JSON.parse(await outputOf(args, { ...environment(home), ...settings(home) })) as Seen;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function outputOf(args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn(process.execPath, [...args], { env, stdio: ["ignore", "pipe", "pipe"] });
  const out: string[] = [];
  const err: string[] = [];
  child.stdout.setEncoding("utf8").on("data", (text: string) => out.push(text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => err.push(text));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) resolve(out.join(""));
      else reject(new Error(`${args[1]} ended with ${code}:\n${out.join("")}${err.join("")}`));
    });
  });
}

/** None of the developer's own settings or tokens; whatever a client stores goes to the home. */
function environment(home: string): NodeJS.ProcessEnv {
  const { PATH, TMPDIR = "", NODE_OPTIONS = "", NODE_COMPILE_CACHE = "" } = process.env;
  const folders = {
    HOME: home,
    USERPROFILE: home,
    XDG_CONFIG_HOME: home,
    XDG_CACHE_HOME: home,
    XDG_DATA_HOME: home,
  };
  return { PATH, TMPDIR, NODE_OPTIONS, NODE_COMPILE_CACHE, DO_NOT_TRACK: "1", ...folders };
}
