import { ROOT_CONTEXT, trace } from "@opentelemetry/api";
import type { Span, SpanOptions, Tracer } from "@opentelemetry/api";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { fixture } from "./sample.ts";

interface Seen {
  readonly name: string;
  readonly attributes: Record<string, unknown>;
  ended: boolean;
}
const spans: Seen[] = [];

function start(name: string, options: SpanOptions): Span {
  const seen: Seen = { name, attributes: { ...options.attributes }, ended: false };
  spans.push(seen);
  const span: Partial<Span> = {
    setAttribute: (key, value) => ((seen.attributes[key] = value), span as Span),
    setStatus: () => span as Span,
    end: () => void (seen.ended = true),
  };
  return span as Span;
}

/** The smallest provider there can be. */
const tracer = {
  startSpan: start,
  startActiveSpan: (
    name: string,
    options: SpanOptions,
    _context: typeof ROOT_CONTEXT,
    run: (span: Span) => unknown,
  ) => run(start(name, options)),
} as Tracer;

beforeAll(() => void trace.setGlobalTracerProvider({ getTracer: () => tracer }));
afterAll(() => trace.disable());
beforeEach(() => void (spans.length = 0));

async function check(name: string, expected: object): Promise<void> {
  await fixture().call(name, { text: "x" });
  expect(spans).toMatchObject([{ ended: true, ...expected }]);
}

test("a call is a span with its tool and outcome", () =>
  check("notes.create", {
    name: "execute_tool notes.create",
    attributes: { "gen_ai.tool.name": "notes.create", "proviso.outcome": "completed" },
  }));

test("a tool that was not found leaves no name", () =>
  check("secrets.read", {
    name: "execute_tool unknown",
    attributes: { "gen_ai.tool.name": "unknown", "proviso.outcome": "unknown_tool" },
  }));

test("a refusal is an error with its code", async () => {
  await fixture().call("notes.create", {});
  expect(spans).toMatchObject([{ attributes: { "error.type": "invalid_input" } }]);
});
