import { wasReported } from "../stores/outage.ts";
import { StoreUnavailable } from "../stores/watched-store.ts";

/** Receives an error and the tool's name; callers never see it. */
export type OnFault = (error: unknown, tool: string) => void;

/** The host's listener, or standard error. Errors of the listener are ignored. */
export function faultReporter(onFault: OnFault = printFault): OnFault {
  return (error, tool) => {
    try {
      onFault(error instanceof StoreUnavailable ? error.cause : error, tool);
    } catch {
      // The outcome of a call must not depend on the host's log.
    }
  };
}

/** Returns the text of an error's cause, such as the status of a webhook's answer. */
function causeText(error: unknown): string {
  const { cause } = error instanceof Error ? error : {};
  if (cause === undefined) return "";
  return `: ${cause instanceof Error ? cause.message.split("\n", 1).join("") : String(cause)}`;
}

/** Prints one line and the stack, on standard error, because standard output may belong to MCP. */
function printFault(error: unknown, tool: string): void {
  if (wasReported(error)) return;
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
  const [first = ""] = message.split("\n");
  const lines = [`proviso: fault in \`${tool}\`: ${first}${causeText(error)}`, ...(stack?.split("\n") ?? [])];
  console.error(lines.map((line) => line.replaceAll(/\p{Cc}/gu, "")).join("\n"));
}
