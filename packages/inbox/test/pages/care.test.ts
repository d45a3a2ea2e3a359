// A yes that nobody can have read, and many in a row.
import { afterEach, beforeEach, expect, test } from "vitest";
import { metrics } from "@opentelemetry/api";
import { PrometheusExporter, PrometheusSerializer } from "@opentelemetry/exporter-prometheus";
import { MeterProvider } from "@opentelemetry/sdk-metrics";
import { careOf, countReadAgain, rateOf, type CareOptions } from "../../src/care/care.ts";
import { fakeClock, memoryStore } from "../../../server/src/testing.ts";
import { inbox } from "../../src/index.ts";
import { listPage } from "../../src/pages/list-page.ts";
import { annaHerself, inboxFixture, waitFor } from "../approvals/people.ts";

const exporter = new PrometheusExporter({ preventServerStart: true });
const provider = new MeterProvider({ readers: [exporter] });
beforeEach(() => metrics.setGlobalMeterProvider(provider));
afterEach(() => metrics.disable());

const call = { id: "a".repeat(48) };

function bench(options: CareOptions) {
  const clock = fakeClock();
  const store = memoryStore({ clock });
  return { clock, store, care: careOf(options, store, [new Uint8Array(32)], clock) };
}

test("a yes counts when the page was open long enough, for this person and what they were shown", async () => {
  const { care, clock, store } = bench({ readMs: 2000 });
  expect(await care.problem("anna", "approve", call)).toContain("Read it again");
  await care.opened("anna", call);
  clock.advance(1999);
  expect(await care.problem("anna", "approve", call)).toContain("Read it again");
  clock.advance(2000);
  expect(await care.problem("anna", "approve", call)).toBeUndefined();
  expect(await care.problem("anna", "approve", { ...call, revision: 1 })).toContain("Read it again");
  expect(await care.problem("ben", "approve", call)).toContain("Read it again");
  expect(await care.problem("ben", "deny", call)).toBeUndefined();
  expect(await countReadAgain(store)).toBe(4);
});

test("to open a page again does not make a yes later", async () => {
  const { care, clock } = bench({ readMs: 2000 });
  await care.opened("anna", call);
  clock.advance(1500);
  await care.opened("anna", call);
  clock.advance(500);
  expect(await care.problem("anna", "approve", call)).toBeUndefined();
});

test("every so many yeses in a row, one is answered by: read again; a no begins anew, and so do ten minutes", async () => {
  const { care, clock } = bench({ inARow: 3 });
  const yes = async () => (await care.problem("anna", "approve", call)) === undefined;
  expect([await yes(), await yes(), await yes(), await yes(), await yes(), await yes()]).toEqual([
    true,
    true,
    false,
    true,
    true,
    false,
  ]);
  await care.problem("anna", "deny", call);
  expect([await yes(), await yes()]).toEqual([true, true]);
  clock.advance(11 * 60_000);
  expect(await yes()).toBe(true);
});

test("an option that says nothing is refused when pages open", () => {
  for (const care of [{ readMs: -1 }, { readMs: 60_001 }, { inARow: 1 }, { inARow: 2.5 }])
    expect(() => bench(care)).toThrow("`care`");
  expect(() => inbox({ cares: {} } as never)).toThrow("there is no option `cares`");
});

test("each approver sees their own rate; alerts are a metric", async () => {
  const server = inboxFixture();
  await server.desk.approve(await waitFor(server, { text: "1" }), annaHerself);
  await server.desk.approve(await waitFor(server, { text: "2" }), annaHerself);
  await server.desk.deny(await waitFor(server, { text: "3" }), annaHerself);
  const approvals = await server.desk.list(annaHerself);
  const rate = rateOf(approvals, annaHerself, server.clock);
  expect(rate).toEqual({ yes: 2, no: 1 });
  expect(rateOf(approvals, { operator: "anna" }, server.clock)).toEqual({ yes: 0, no: 0 });
  const site = { root: "/approvals", base: "/approvals", product: "Sample" };
  const viewer = { reviewer: annaHerself, formToken: "t" };
  const counts = { rate: (listed: typeof approvals) => rateOf(listed, annaHerself, server.clock) };
  const rateText = async () =>
    /you said yes to \d+ and no to \d+/.exec(
      listPage(site, viewer, await server.desk.list(annaHerself), "decided", counts).body.text,
    )?.[0];
  expect(await rateText()).toBe("you said yes to 2 and no to 1");
  // A yes that was taken back is a no, and what has ended without its call is not listed here.
  await server.desk.deny(approvals[1]?.id ?? "", annaHerself);
  expect(await rateText()).toBe("you said yes to 1 and no to 2");
  server.clock.advance(65 * 60_000);
  const unused = await waitFor(server, { text: "4" });
  await server.desk.approve(unused, annaHerself);
  server.clock.advance(3 * 60 * 60_000);
  expect((await server.desk.get(unused, annaHerself))?.state).toBe("expired");
  expect(await rateText()).toBe("you said yes to 0 and no to 2");
  await careOf({ readMs: 2000 }, server.store, [new Uint8Array(32)], server.clock).problem(
    "a",
    "approve",
    call,
  );
  const { resourceMetrics } = await exporter.collect();
  const scraped = new PrometheusSerializer().serialize(resourceMetrics);
  expect(scraped).toMatch(/^proviso_approvals_read_again_total(\{.*\})? 1\b/m);
  await server.server.close();
});
