import type { Attributes } from "@opentelemetry/api";
import type { Outcome } from "../api/outcome.ts";
import type { Call } from "../pipeline/call/call.ts";
import type { Next } from "../pipeline/call/stage.ts";
import { failureAttributes, failureIn } from "./failure-attributes.ts";
import type { Instruments } from "./instruments.ts";
import { quietly } from "./quietly.ts";
import { secondsSince } from "./seconds-since.ts";

/** Measures each call, by tool and outcome. Names that callers make up are in no attribute. */
export function measured(run: Next<Call>, { calls, mcpCalls }: Instruments): Next<Call> {
  return async (call) => {
    const begin = performance.now();
    const outcome = await run(call);
    const histogram = call.options.wire ? mcpCalls : calls;
    quietly(() => histogram.record(secondsSince(begin), callAttributes(call, outcome)));
    return outcome;
  };
}

function callAttributes({ found, options: { wire } }: Call, outcome: Outcome): Attributes {
  const failure = failureIn(outcome);
  return {
    "gen_ai.operation.name": "execute_tool",
    "proviso.outcome": outcome.kind,
    ...(wire && { "mcp.method.name": "tools/call" }),
    ...(wire?.transport !== undefined && { "network.transport": wire.transport }),
    ...(found && { "gen_ai.tool.name": found.contract.name }),
    ...(failure !== undefined && failureAttributes(failure, wire !== undefined)),
  };
}
