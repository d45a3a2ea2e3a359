import { appendFileSync } from "node:fs";
import type { OpenWorldCall } from "@proviso/client";
import { pc } from "../view/paint.ts";
import { visible } from "../view/text.ts";

/**
 * Seed 004's separate log of calls that reach outside the system: a line on the terminal, and optionally one in a file, with
 * the time, the tool and the digest of its arguments, which may be private.
 */
export function createOpenWorldLog(
  print: (line: string) => void,
  path: string | undefined,
): (call: OpenWorldCall) => void {
  return ({ tool, fingerprint }) => {
    if (path !== undefined)
      appendFileSync(path, `${JSON.stringify({ at: new Date().toISOString(), tool, fingerprint })}\n`);
    print(`  ${pc.magenta("⇗")} open world ${visible(tool)}  ${pc.dim("may reach outside the system")}`);
  };
}
