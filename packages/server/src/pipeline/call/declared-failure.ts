import type { Failure } from "@proviso/manifest";
import { isToolFailure } from "../../api/failure.ts";
import { boundedCopy } from "../../canonical/canonical-copy.ts";
import { startOfText } from "../../canonical/whole-text.ts";
import type { AuthorizedCall } from "./call.ts";

/** Limits of a failure's details and message. */
const maxDetailBytes = 64 * 1024;

/**
 * The failure that an error declares; undefined for any other error, which callers must not see, even one whose code a contract
 * has too, such as that of a payment provider's library: it does not say that nothing happened. Handlers cannot use implied codes.
 */
export function declaredFailure({ tool }: AuthorizedCall, error: unknown): Failure | undefined {
  if (!isToolFailure(error)) return undefined;
  const mode = tool.contract.failureModes.find(({ code, implied }) => !implied && code === error.code);
  if (!mode) return undefined;
  const { message, details } = error;
  const told = boundedCopy(details, maxDetailBytes);
  return {
    code: mode.code,
    message:
      typeof message === "string" && message !== "" ? startOfText(message, maxDetailBytes) : mode.description,
    retry: mode.retry,
    ...(told && { details: told }),
  };
}
