import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import process from "node:process";
import { buildCommand, buildScript } from "../install/build-script.ts";
import { foldersUpFrom } from "../disk/package-json.ts";

export interface BuildResult {
  readonly ok: boolean;
  /** What it printed. */
  readonly text: string;
}

const maxOutputCharacters = 20_000;
const generatesFirst = /^(?:npx )?proviso generate && /;

/**
 * The command that builds a package: its script, without the package manager, which needs a quarter
 * of a second, and without generating again. A script that needs its package manager is run by it.
 */
export function devBuild(folder: string, userAgent: string | undefined): string | undefined {
  const script = buildScript(folder);
  if (!script) return undefined;
  const needsManager = script.hasOthers || /npm_|INIT_CWD/.test(script.text);
  return needsManager || binFolders(folder).length === 0
    ? buildCommand(folder, userAgent)
    : script.text.replace(generatesFirst, "");
}

/** Runs the project's build to its end. */
export async function runBuild(command: string, cwd: string): Promise<BuildResult> {
  // A script needs a shell, and the command is one of the project's own package.json.
  const child = spawn(command, {
    cwd,
    env: withPath(process.env, binFolders(cwd)),
    shell: true,
    stdio: ["ignore", "pipe", "pipe"],
    windowsHide: true,
  });
  let text = "";
  const keep = (part: string): void => void (text = (text + part).slice(-maxOutputCharacters));
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", keep);
  const [code] = (await once(child, "close")) as [number | null];
  return { ok: code === 0, text: text.trim() };
}

/** Where package managers put the programs of installed packages. */
function binFolders(folder: string): readonly string[] {
  return foldersUpFrom(folder)
    .map((each) => join(each, "node_modules", ".bin"))
    .filter((each) => existsSync(each));
}

/** On Windows the variable is called `Path`. */
function withPath(env: NodeJS.ProcessEnv, first: readonly string[]): NodeJS.ProcessEnv {
  const name = Object.keys(env).find((each) => each.toUpperCase() === "PATH") ?? "PATH";
  return { ...env, [name]: [...first, env[name] ?? ""].join(delimiter) };
}
