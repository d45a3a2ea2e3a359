import {
  context,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
  type SpanOptions,
} from "@opentelemetry/api";
import type { Call } from "../pipeline/call/call.ts";
import type { Outcome } from "../api/outcome.ts";
import type { Next } from "../pipeline/call/stage.ts";
import { failureAttributes, failureIn } from "./failure-attributes.ts";
import { quietly } from "./quietly.ts";

const tracer = trace.getTracer("@proviso/server");

/** A client chooses the request ID, of any length. */
const maxSpanIdLength = 200;

/**
 * Makes a span for each call, if the host has set an OpenTelemetry provider. It follows the semantic conventions for MCP
 * servers, or, in process, those for tool execution. It holds no arguments, no results and no names of people; for an unknown
 * tool, not even the name. A request in which a person is asked is two calls: the one that asked, and the one with the answer.
 */
export function traced(run: Next<Call>): Next<Call> {
  return (call) => {
    const begunSpan = quietly(() => beginSpan(call));
    return begunSpan ? runInSpan(call, begunSpan, run) : run(call);
  };
}

async function runInSpan(call: Call, { span, active }: BegunSpan, run: Next<Call>): Promise<Outcome> {
  const outcome = await context.with(active, () => run(call));
  quietly(() => describeSpan(span, call, outcome));
  quietly(() => span.end());
  return outcome;
}

interface BegunSpan {
  readonly span: Span;
  readonly active: Context;
}

function beginSpan(call: Call): BegunSpan | undefined {
  const parent = parentSpanOf(call);
  const span = tracer.startSpan(spanNameOf(call), spanOptionsOf(call), parent);
  // No provider and no span of the caller to pass on.
  if (!trace.isSpanContextValid(span.spanContext())) return undefined;
  return { span, active: trace.setSpan(parent, span) };
}

function spanNameOf({ found, options: { wire } }: Call): string {
  const method = wire ? "tools/call" : "execute_tool";
  return found ? `${method} ${found.contract.name}` : method;
}

function spanOptionsOf({ id, found, options: { wire, traceparent } }: Call): SpanOptions {
  const ambient = trace.getSpanContext(context.active());
  return {
    kind: wire ? SpanKind.SERVER : SpanKind.INTERNAL,
    attributes: {
      "gen_ai.operation.name": "execute_tool",
      "proviso.call.id": id,
      ...(found && { "gen_ai.tool.name": found.contract.name }),
      ...(wire && {
        "mcp.method.name": "tools/call",
        "jsonrpc.request.id": String(wire.requestId).slice(0, maxSpanIdLength),
        ...(wire.sessionId !== undefined && { "mcp.session.id": wire.sessionId }),
        ...(wire.transport !== undefined && { "network.transport": wire.transport }),
      }),
    },
    // The caller's span is the parent; the span of a surrounding HTTP server is linked.
    ...(traceparent !== undefined && ambient && { links: [{ context: ambient }] }),
  };
}

function parentSpanOf({ options: { traceparent, tracestate } }: Call): Context {
  const active = context.active();
  if (traceparent === undefined) return active;
  return propagation.extract(active, { traceparent, ...(tracestate !== undefined && { tracestate }) });
}

function describeSpan(span: Span, { options: { wire } }: Call, outcome: Outcome): void {
  span.setAttribute("proviso.outcome", outcome.kind);
  const failure = failureIn(outcome);
  if (failure === undefined) return;
  span.setAttributes(failureAttributes(failure, wire !== undefined));
  span.setStatus({ code: SpanStatusCode.ERROR, message: failure });
}
