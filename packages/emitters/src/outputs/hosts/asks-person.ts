import type { ToolContract } from "@proviso/manifest";

/**
 * Whether a host that knows neither session nor environment has to ask a person before each call. Only what the guard of
 * the client would run in every environment runs unasked: a low tool that reads and nothing more.
 */
export function asksPerson(tool: ToolContract): boolean {
  return !(
    tool.riskLevel === "low" &&
    tool.hints.readOnlyHint &&
    tool.autonomousExecution &&
    tool.confirmation.kind === "never"
  );
}
