import { spawn } from "node:child_process";
import { once } from "node:events";

export interface BuildResult {
  readonly ok: boolean;
  /** What it printed. */
  readonly text: string;
}

const mostOfBuild = 20_000;

/** Runs the project's build script to its end. */
export async function runBuild(command: string, cwd: string): Promise<BuildResult> {
  // A script of a package manager needs a shell on Windows, and the command is one of the project's own package.json.
  const child = spawn(command, { cwd, shell: true, stdio: ["ignore", "pipe", "pipe"], windowsHide: true });
  let text = "";
  const keep = (part: string): void => void (text = (text + part).slice(-mostOfBuild));
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", keep);
  const [code] = (await once(child, "close")) as [number | null];
  return { ok: code === 0, text: text.trim() };
}
