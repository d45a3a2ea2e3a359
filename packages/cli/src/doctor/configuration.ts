import type { Diagnostic } from "@proviso/compiler";
import { compileProject } from "../project/compile-project.ts";
import type { InstallationCheck } from "./check.ts";

/** `proviso.yaml` and the contracts have no errors. */
export const configuration: InstallationCheck = {
  name: "proviso.yaml and contracts",
  run({ project }) {
    const diagnostics = project.config ? compileProject(project).diagnostics : project.diagnostics;
    return diagnostics.filter(({ severity }) => severity === "error").map(toFinding);
  },
};

function toFinding({ span, message, hint, code }: Diagnostic): { problem: string; advice: string } {
  return {
    problem: `${span.file}:${span.line}:${span.column}: ${message}`,
    advice: hint ?? `\`proviso explain ${code}\` says how to fix it`,
  };
}
