import { readFileSync } from "node:fs";
import { metrics } from "@opentelemetry/api";
import { PrometheusExporter, PrometheusSerializer } from "@opentelemetry/exporter-prometheus";
import { MeterProvider } from "@opentelemetry/sdk-metrics";
import { afterEach, beforeEach, expect, test } from "vitest";
import { annaHerself, inboxFixture, input, waitFor } from "./approvals/people.ts";
import { anna, fixture, highRisk, tool } from "./sample.ts";
import { adapters } from "../../server/test/ways/in-memory.ts";

const exporter = new PrometheusExporter({ preventServerStart: true });
const provider = new MeterProvider({ readers: [exporter] });

beforeEach(() => metrics.setGlobalMeterProvider(provider));
afterEach(() => metrics.disable());

/** What Prometheus would read now, a line a series. The exporter leaves the unit out of names, which a collector adds. */
async function scraped(): Promise<readonly string[]> {
  const { resourceMetrics, errors } = await exporter.collect();
  expect(errors).toEqual([]);
  return new PrometheusSerializer().serialize(resourceMetrics).split("\n");
}

/** The value of the first series with this name and all these labels. */
async function valueOf(name: string, ...labels: readonly string[]): Promise<number> {
  const line = (await scraped()).find(
    (each) => each.startsWith(`${name}{`) && labels.every((label) => each.includes(label)),
  );
  return Number(line?.split("} ")[1]?.split(" ")[0] ?? Number.NaN);
}

test.each(adapters)("over MCP, $name, each call counts by tool, outcome and failure", async ({ connect }) => {
  const { server } = fixture({ tools: [tool({ name: `notes.create`, auditEvent: "note.created" })] });
  const client = await connect(server);
  const [name, ofTool] = ["mcp_server_operation_duration_count", 'gen_ai_tool_name="notes.create"'];
  const before = await valueOf(name, ofTool, 'proviso_outcome="completed"');
  await client.call({ name: "notes.create", arguments: { text: "a" } });
  await client.call({ name: "notes.create", arguments: { text: 1 } });
  await client.call({ name: "unheard.of", arguments: {} }).catch(() => {});
  await client.close();
  expect(await valueOf(name, ofTool, 'proviso_outcome="completed"')).toBe((before || 0) + 1);
  expect(await valueOf(name, ofTool, 'proviso_failure="invalid_input"')).toBeGreaterThanOrEqual(1);
  expect(await valueOf(name, 'proviso_failure="unknown_tool"')).toBeGreaterThanOrEqual(1);
  expect((await scraped()).join("\n")).not.toContain("unheard");
  await server.close();
});

test("calls in process are counted apart", async () => {
  const { server, call } = fixture({ tools: [tool({ name: "notes.create" })] });
  await call("notes.create", { text: "a" });
  expect(await valueOf("proviso_call_duration_count", 'proviso_outcome="completed"')).toBeGreaterThan(0);
  await server.close();
});

test("what waits in the inbox is counted while the server runs, and how long a person took", async () => {
  const desk = inboxFixture();
  const id = await waitFor(desk);
  const waiting = async (): Promise<string | undefined> =>
    (await scraped()).find((line) => /^proviso_approvals_waiting(\{.*\})? 1\b/.test(line));
  expect(await waiting()).toBeDefined();
  await desk.desk.approve(id, annaHerself);
  expect(await waiting()).toBeUndefined();
  desk.clock.advance(42_000);
  await desk.call("notes.create", input);
  expect(await valueOf("proviso_approval_duration_sum", "notes.create")).toBe(42);
  await waitFor(desk);
  await desk.server.close();
  expect(await waiting()).toBeUndefined();
});

test("a question in the client: how long a person took", async () => {
  const { server, clock } = fixture({ tools: [tool({ ...highRisk, name: "notes.create" })] });
  const options = { principal: anna, canAsk: true };
  const before = await valueOf("proviso_approval_duration_sum", "notes.create");
  const asked = await server.invoke("notes.create", input, options);
  if (asked.kind !== "input_required") throw new Error("nobody was asked");
  clock.advance(7000);
  const answer = { state: asked.state, action: "accept", content: { confirm: true } } as const;
  expect(await server.invoke("notes.create", input, { ...options, answer })).toMatchObject({
    kind: "completed",
  });
  expect(await valueOf("proviso_approval_duration_sum", "notes.create")).toBe((before || 0) + 7);
  await server.close();
});

test("a store and an audit that fail are measured too, and a failing exporter fails no call", async () => {
  const { server, call } = fixture({
    audit: { append: () => Promise.reject(new Error("disk full")), close: async () => {} },
    onFault: () => {},
  });
  await call("notes.create", { text: "a" });
  expect(
    await valueOf("proviso_audit_record_duration_count", 'proviso_audit_recorded="false"'),
  ).toBeGreaterThanOrEqual(1);
  await server.close();
  expect(
    await valueOf("proviso_store_operation_duration_count", 'proviso_store_access="write"'),
  ).toBeGreaterThan(0);
});

test("a meter that throws fails no call", async () => {
  const meter = provider.getMeter("throws");
  const broken = new Proxy(meter, {
    get: (of, name, self: unknown) =>
      name === "createHistogram"
        ? () => ({
            record: () => {
              throw new Error("no collector");
            },
          })
        : Reflect.get(of, name, self),
  });
  metrics.disable();
  metrics.setGlobalMeterProvider({ getMeter: () => broken });
  const { server, call } = fixture();
  expect(await call("notes.create", { text: "a" })).toMatchObject({ kind: "completed" });
  await server.close();
});

test("the dashboard asks for metrics and labels that exist", async () => {
  const desk = inboxFixture();
  const id = await waitFor(desk);
  await desk.desk.approve(id, annaHerself);
  await desk.call("notes.create", input);
  for (const { connect } of adapters) {
    const client = await connect(desk.server);
    await client.call({ name: "notes.create", arguments: { text: 1 } });
    await client.close();
  }
  const names = new Set((await scraped()).flatMap((line) => /^[a-z_]+(?=[{ ])/.exec(line)?.[0] ?? []));
  const labels = new Set((await scraped()).flatMap((line) => line.match(/[a-z_]+(?==")/g) ?? []));
  const dashboard = readFileSync(new URL("../../server/grafana/proviso.json", import.meta.url), "utf8");
  const queries = [...dashboard.replaceAll("_seconds_", "_").matchAll(/"expr": ("(?:[^"\\]|\\.)*")/g)].map(
    ([, text = '""']) => JSON.parse(text) as string,
  );
  expect(queries.length).toBeGreaterThan(7);
  const asked = queries.flatMap((query) => [
    ...(query.match(/\b(?:mcp|proviso)_\w+_(?:count|sum|bucket|waiting)\b/g) ?? []),
    ...(query.match(/\b(?:proviso|gen_ai|error)_\w+(?=[=!]|[,)] ?)/g) ?? []),
  ]);
  const known = new Set([...names, ...labels]);
  expect(asked.filter((each) => !known.has(each))).toEqual([]);
  await desk.server.close();
});
