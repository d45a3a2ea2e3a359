import { acceptedNames } from "@proviso/manifest";
import type { EnforcingServer } from "../../api/outcome.ts";
import { isLogInEnough, logInOf } from "../../tools/log-in.ts";
import type { AboutCall } from "./read-call.ts";

/** The parameters of a challenge (RFC 9470), if the log-in's age or class refuses a call. */
export type NeededLogIn = AboutCall<LogInChallenge>;

export interface LogInChallenge {
  readonly message: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/**
 * Makes the challenge for callers who can get another token. Checks only callers whose log-in may
 * not be enough for the tool; a call that would be refused is recorded.
 */
export function neededLogIn(server: EnforcingServer): NeededLogIn {
  const tools = new Map(
    server.manifest.tools.flatMap((tool) => {
      const logIn = logInOf(tool);
      return logIn ? acceptedNames(tool).map((name) => [name, logIn] as const) : [];
    }),
  );
  return async (here, call, principal) => {
    const wanted = tools.get(call.name);
    if (!wanted || isLogInEnough(principal, wanted, Date.now())) return undefined;
    const resolution = await here.resolve(call.name, call.input, { ...call.notes, principal });
    const refusal = resolution.kind === "resolved" ? resolution.refusal : undefined;
    if (refusal?.code !== "step_up_required") return undefined;
    const { acr, maxAgeMs } = refusal.details ?? {};
    const parameters = {
      error: "insufficient_user_authentication",
      error_description: refusal.message,
      ...(typeof acr === "string" && { acr_values: acr }),
      ...(typeof maxAgeMs === "number" && { max_age: String(Math.floor(maxAgeMs / 1000)) }),
    };
    return { message: refusal.message, parameters };
  };
}
