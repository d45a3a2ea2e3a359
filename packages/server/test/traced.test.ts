import { context, propagation, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import {
  InMemorySpanExporter,
  SimpleSpanProcessor,
  TracerProvider,
  type ReadableSpan,
  type SpanProcessor,
} from "@opentelemetry/sdk-trace";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { anna, fixture, highRisk, tool } from "./sample.ts";
import { http1, http2, listen } from "./wire/http-bench.ts";
import { adapters } from "./ways/in-memory.ts";

const exporter = new InMemorySpanExporter();
/** One more listener, which fails when it is told to. */
let failing: "onStart" | "onEnd" | undefined;
const fails = (when: typeof failing) => (): void => {
  if (failing === when) throw new Error("no collector");
};
const listener: SpanProcessor = {
  onStart: fails("onStart"),
  onEnd: fails("onEnd"),
  shutdown: async () => {},
  forceFlush: async () => {},
};
const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter }), listener] });

beforeAll(() => {
  trace.setGlobalTracerProvider(provider);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
});
afterAll(async () => {
  trace.disable();
  context.disable();
  propagation.disable();
  await provider.shutdown();
});
beforeEach(() => exporter.reset());

/** The spans that have ended, first the first. */
function spans(): readonly ReadableSpan[] {
  return exporter.getFinishedSpans();
}

function view({ name, kind, attributes, status }: ReadableSpan): object {
  const { "proviso.call.id": _id, ...rest } = attributes;
  return { name, kind, attributes: rest, status: status.code };
}

const call = { name: "notes.create", arguments: { text: "x" } };
const [traceId, spanId] = ["0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"];
const traceparent = `00-${traceId}-${spanId}-01`;

describe.each(adapters)("over MCP, $name", ({ connect }) => {
  async function check(params: Record<string, unknown>, expected: object, served = fixture()): Promise<void> {
    const client = await connect(served.server);
    await client.call({ ...call, ...params }).catch(() => {});
    await client.close();
    expect(spans().map(view)).toMatchObject([expected]);
  }

  test("a call is one span of kind server, named after its method and tool", () =>
    check(
      {},
      {
        name: "tools/call notes.create",
        kind: SpanKind.SERVER,
        status: SpanStatusCode.UNSET,
        attributes: {
          "mcp.method.name": "tools/call",
          "gen_ai.operation.name": "execute_tool",
          "gen_ai.tool.name": "notes.create",
          "jsonrpc.request.id": expect.stringMatching(/^\d+$/),
          "proviso.outcome": "completed",
        },
      },
    ));
  test("a failure is a tool error, with our code beside it", () =>
    check(
      { arguments: {} },
      {
        status: SpanStatusCode.ERROR,
        attributes: {
          "error.type": "tool_error",
          "proviso.outcome": "refused",
          "proviso.failure": "invalid_input",
        },
      },
    ));
  test("a tool that was not found is an error of the protocol, and leaves no name", async () => {
    await check(
      { name: "secrets.read" },
      {
        name: "tools/call",
        status: SpanStatusCode.ERROR,
        attributes: {
          "error.type": "-32602",
          "rpc.response.status_code": "-32602",
          "proviso.outcome": "unknown_tool",
        },
      },
    );
    expect(spans()[0]?.attributes).not.toHaveProperty(["gen_ai.tool.name"]);
    expect(JSON.stringify(spans().map(view))).not.toContain("secrets");
  });
  test("the caller's span is the parent, with its trace state", async () => {
    await check({ _meta: { traceparent, tracestate: "vendor=1" } }, { name: "tools/call notes.create" });
    const [span] = spans();
    expect(span?.parentSpanContext).toMatchObject({ traceId, spanId, isRemote: true });
    expect(span?.spanContext().traceId).toBe(traceId);
    expect(span?.spanContext().traceState?.serialize()).toBe("vendor=1");
  });
  test("what is no trace context starts a trace of its own", async () => {
    await check(
      { _meta: { traceparent: "evil", tracestate: "x".repeat(600) } },
      { name: "tools/call notes.create" },
    );
    expect(spans()[0]?.parentSpanContext).toBeUndefined();
  });
  test("no argument, no result and nobody's name is in a span", async () => {
    const served = fixture({
      tools: [tool({ failureModes: [] })],
      execute: () => {
        throw new Error("s3cret");
      },
    });
    await check({ arguments: { text: "s3cret" } }, { status: SpanStatusCode.ERROR }, served);
    const kept = spans().map(({ name, attributes, status, events, links }) => ({
      name,
      attributes,
      status,
      events,
      links,
    }));
    expect(JSON.stringify(kept)).not.toMatch(new RegExp(`s3cret|${anna.id}|${anna.tenant}`));
  });
});

test.each([http1, http2])(
  "over HTTP, $name: the transport is named, and the session where there is one",
  async (adapter) => {
    const { connect } = await listen(adapter);
    await (await connect("anna")).call(call);
    const [span] = spans();
    expect(span?.attributes).toMatchObject({ "network.transport": "tcp" });
    const sessions = adapter === http1 ? expect.stringMatching(/.{16}/) : undefined;
    expect(span?.attributes["mcp.session.id"]).toEqual(sessions);
  },
);

test("in process a call is the execution of a tool, inside the span that is there", async () => {
  const tracer = trace.getTracer("host");
  await tracer.startActiveSpan("workflow", async (span) => {
    await fixture().call("notes.create", { text: "x" });
    span.end();
  });
  const [ours, host] = spans();
  expect(ours && view(ours)).toMatchObject({ name: "execute_tool notes.create", kind: SpanKind.INTERNAL });
  expect(ours?.parentSpanContext?.spanId).toBe(host?.spanContext().spanId);
  expect(ours?.attributes).not.toHaveProperty(["mcp.method.name"]);
});

test("in process a failure is an error under its own code", async () => {
  await fixture().call("notes.create", {});
  await fixture().call("secrets.read", {});
  expect(spans().map(view)).toMatchObject([
    { attributes: { "error.type": "invalid_input", "proviso.failure": "invalid_input" } },
    { name: "execute_tool", attributes: { "error.type": "unknown_tool" } },
  ]);
});

test("a span around a call that has a parent of its own is linked", async () => {
  await trace.getTracer("host").startActiveSpan("POST /mcp", async (span) => {
    await fixture().call("notes.create", { text: "x" }, { traceparent });
    span.end();
  });
  const [ours, host] = spans();
  expect(ours?.parentSpanContext?.spanId).toBe(spanId);
  expect(ours?.links.map(({ context: { spanId: linked } }) => linked)).toEqual([host?.spanContext().spanId]);
});

test("what a handler does is inside the span of its call", async () => {
  let inside: string | undefined;
  const server = fixture({
    execute: () => {
      inside = trace.getActiveSpan()?.spanContext().spanId;
      return { id: "n" };
    },
  });
  await server.call("notes.create", { text: "x" });
  expect(inside).toBe(spans()[0]?.spanContext().spanId);
});

test("the span names the call as the audit does, so that one leads to the other", async () => {
  const { audit, call: invoke } = fixture({ tools: [tool(highRisk)] });
  await invoke("notes.create", { text: "x" }, { canAsk: true });
  expect(spans()[0]?.attributes).toMatchObject({
    "proviso.call.id": audit.records[0]?.callId,
    "proviso.outcome": "input_required",
  });
  expect(spans()[0]?.status.code).toBe(SpanStatusCode.UNSET);
});

test.each(["onStart", "onEnd"] as const)(
  "a listener to traces that fails at %s changes no call",
  async (when) => {
    failing = when;
    try {
      const { server, ran } = fixture();
      const outcome = await server.invoke("notes.create", { text: "x" }, { principal: anna });
      expect([outcome.kind, ran.length]).toEqual(["completed", 1]);
    } finally {
      failing = undefined;
    }
  },
);
test("the id of a request is cut short in a span", async () => {
  const wire = { requestId: "i".repeat(100_000) };
  await fixture().server.invoke("notes.create", { text: "x" }, { principal: anna, wire });
  expect(spans()[0]?.attributes["jsonrpc.request.id"]).toBe("i".repeat(200));
});
