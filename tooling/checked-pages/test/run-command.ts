import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";

const main = fileURLToPath(new URL("../src/main.ts", import.meta.url));
const hook = new URL("replace-in-source.ts", import.meta.url).href;

export interface Ended {
  readonly code: number;
  readonly text: string;
}

/** Runs the command; `replaced` is what `replace-in-source.ts` replaces in a source as it is loaded. */
export function runCommand(
  args: readonly string[],
  replaced?: Readonly<Record<"file" | "text" | "instead", string>>,
): Promise<Ended> {
  const env = { ...process.env, ...(replaced && { REPLACED: JSON.stringify(replaced) }) };
  const argv = [...(replaced ? ["--import", hook] : []), main, ...args];
  return new Promise((resolve) => {
    execFile(process.execPath, argv, { env, maxBuffer: 2 ** 26 }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), text: `${stdout}${stderr}` }),
    );
  });
}
