import { installedPackage } from "../disk/package-json.ts";
import { packageManagerOf } from "./package-manager.ts";
import type { CliHost } from "../terminal/host.ts";

/**
 * Ends a command's output for people with one line about what to do next, on standard error.
 * Commands are in backticks; `proviso X` becomes what starts it here, such as `npx proviso X`.
 */
export function sayNext(host: CliHost, folder: string, text: string): void {
  host.err(`next: ${text.replaceAll("`proviso ", `\`${startOfProviso(folder, host.userAgent)} `)}`);
}

/** `proviso` if no folder above has it: then it is installed for the whole machine. */
function startOfProviso(folder: string, userAgent: string | undefined): string {
  const isLocal = installedPackage(folder, "proviso") !== undefined;
  return isLocal ? `${packageManagerOf(folder, userAgent).exec}proviso` : "proviso";
}
