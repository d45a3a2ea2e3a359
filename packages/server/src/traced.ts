import { context, propagation, SpanStatusCode, trace } from "@opentelemetry/api";
import type { Context, Span } from "@opentelemetry/api";
import type { Call } from "./call.ts";
import type { Outcome } from "./outcome.ts";
import type { Next } from "./stage.ts";

const tracer = trace.getTracer("@proviso/server");

/**
 * A span for each call, if the host has set an OpenTelemetry provider; named after the semantic conventions for
 * generative AI. A tool that was not found leaves no name, for the name may be anything.
 */
export function traced(run: Next<Call>): Next<Call> {
  return (call) => {
    const tool = call.found?.contract.name ?? "unknown";
    const attributes = { "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": tool };
    return tracer.startActiveSpan(`execute_tool ${tool}`, { attributes }, parentOf(call), async (span) => {
      try {
        return describe(span, await run(call));
      } finally {
        span.end();
      }
    });
  };
}

function parentOf({ options: { traceparent } }: Call): Context {
  return traceparent === undefined
    ? context.active()
    : propagation.extract(context.active(), { traceparent });
}

function describe(span: Span, outcome: Outcome): Outcome {
  span.setAttribute("proviso.outcome", outcome.kind);
  if ("failure" in outcome) {
    span.setAttribute("error.type", outcome.failure.code);
    span.setStatus({ code: SpanStatusCode.ERROR, message: outcome.failure.code });
  }
  return outcome;
}
