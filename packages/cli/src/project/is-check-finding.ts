import type { Diagnostic } from "@proviso/compiler";

/** Whether to show a finding: advice only if it was asked for, with `--advice` or `--host`. */
export function isCheckFinding({ code, severity }: Diagnostic): boolean {
  return severity !== "info" || !code.startsWith("lint/");
}
