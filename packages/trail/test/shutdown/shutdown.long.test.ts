import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { metaKeys } from "@proviso/manifest";
import { expect, onTestFinished, test } from "vitest";
import { readSqliteAudit } from "../../src/trail/sqlite-trail.ts";
import { readEvent } from "../../src/trail/cloud-event.ts";
import type { AuditRecord } from "../../src/trail/audit-record.ts";
import { verifyAudit } from "../../src/trail/verify-audit.ts";
import { openSession, request, send } from "../../../server/test/wire/http-bench.ts";

const program = new URL("./fixtures/served.ts", import.meta.url).pathname;
const callOf = (text: string) => request("tools/call", { name: "notes.create", arguments: { text } });

/** Sends a call, and returns the `_meta` of its result; a caller who is cut off gets none. */
type Call = (text: string) => Promise<Readonly<Record<string, unknown>>>;
interface Served {
  readonly folder: string;
  readonly child: ChildProcess;
  readonly call: Call;
  /** Waits until the server has written a line that begins so. */
  told(what: string): Promise<string>;
}

async function serve(sdk: string, transport: string, graceMs: number): Promise<Served> {
  const folder = mkdtempSync(join(tmpdir(), "proviso-shutdown-"));
  const args = [program, sdk, transport, folder, String(graceMs)];
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null && child.kill("SIGKILL"))
      await once(child, "exit");
    rmSync(folder, { recursive: true });
  });
  const told = async (what: string): Promise<string> => {
    for (;;) {
      const line = lines(folder).find((text) => text.startsWith(what));
      if (line !== undefined) return line;
      await sleep(10);
    }
  };
  if (transport === "http") return { folder, child, told, call: await overHttp(sdk, await told("http")) };
  await told("ready");
  return { folder, child, told, call: await overStdio(child) };
}

function lines(folder: string): readonly string[] {
  try {
    return readFileSync(join(folder, "effects"), "utf8").split("\n");
  } catch {
    return [];
  }
}

async function overHttp(sdk: string, url: string): Promise<Call> {
  const headers =
    sdk === "1" ? { authorization: "", "mcp-session-id": await openSession(url, "") } : { authorization: "" };
  return async (text) => {
    const { body } = await send(url, headers, { ...callOf(text), id: text } as never);
    const json = /^data: (.*"result".*)$/m.exec(body)?.[1] ?? body;
    return (JSON.parse(json) as { readonly result: { readonly _meta: Record<string, unknown> } }).result
      ._meta;
  };
}

/** By hand, in the protocol of 2025, which both adapters speak. */
async function overStdio({ stdin, stdout }: ChildProcess): Promise<Call> {
  if (!stdin || !stdout) throw new Error("the server has no pipes");
  const waiting = new Map<unknown, (meta: Readonly<Record<string, unknown>>) => void>();
  createInterface({ input: stdout }).on("line", (line) => {
    const { id, result } = JSON.parse(line) as { readonly id: unknown; readonly result: { _meta: never } };
    waiting.get(id)?.(result._meta);
  });
  let id = 0;
  const ask = (message: object) =>
    new Promise<Readonly<Record<string, unknown>>>((resolve) => {
      waiting.set(++id, resolve);
      stdin.write(`${JSON.stringify({ ...message, id })}\n`);
    });
  const clientInfo = { name: "t", version: "1" };
  const hello = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
  await ask({ jsonrpc: "2.0", method: "initialize", params: hello });
  return (text) => {
    const params = { name: "notes.create", arguments: { text } };
    return ask({ jsonrpc: "2.0", method: "tools/call", params });
  };
}

/** The audit records of each call, in order, after verification of the chain. */
async function recorded(folder: string): Promise<readonly string[]> {
  const trail = await readSqliteAudit(join(folder, "state", "proviso.sqlite"));
  const { ok } = await verifyAudit(trail);
  expect(ok).toBe(true);
  const records: AuditRecord[] = [];
  for await (const event of trail.events())
    records.push(...[readEvent(event)].filter((record) => record !== undefined));
  await trail.close();
  return records.map(({ kind, outcome, failure }) => [kind, outcome, failure].filter(Boolean).join(" "));
}

const ways = ["1", "2"].flatMap((sdk) => ["stdio", "http"].map((over) => [sdk, over] as const));

test.each(ways)(
  "SDK %s.x over %s: at SIGTERM a write ends, and what comes meanwhile is refused on record",
  async (...way) => {
    const { call, child, folder, told } = await serve(...way, 30_000);
    const exit = once(child, "exit");
    const running = call("a");
    await told("began");
    child.kill("SIGTERM");
    await told("asked to stop");
    expect((await call("b"))[metaKeys.failure]).toMatchObject({ code: "server_unavailable", retry: "after" });
    writeFileSync(join(folder, "go"), "");
    expect((await running)[metaKeys.outcome]).toMatchObject({ kind: "completed" });
    expect(await exit).toEqual([0, null]);
    expect(lines(folder).filter((line) => line === "done")).toHaveLength(1);
    expect(await recorded(folder)).toEqual([
      "intent",
      "outcome refused server_unavailable",
      "outcome completed",
    ]);
  },
);

test.each(["1", "2"])("SDK %s.x: a write that runs while the client leaves is on record", async (sdk) => {
  const { call, child, folder, told } = await serve(sdk, "stdio", 30_000);
  const exit = once(child, "exit");
  void call("a");
  await told("began");
  child.stdin?.end();
  expect(await exit).toEqual([0, null]);
  expect(await recorded(folder)).toEqual(["intent", "outcome failed outcome_unknown"]);
});

test("over HTTP: while the server shuts down, it is healthy and not ready", async () => {
  const { call, child, folder, told } = await serve("2", "http", 30_000);
  const exit = once(child, "exit");
  const url = await told("http");
  const statusOf = async (path: string): Promise<number> => (await fetch(new URL(path, url))).status;
  const running = call("a");
  await told("began");
  expect(await statusOf("/readyz")).toBe(200);
  child.kill("SIGTERM");
  await told("asked to stop");
  // An earlier answer counts for a second.
  while ((await statusOf("/readyz")) === 200) await sleep(50);
  expect([await statusOf("/readyz"), await statusOf("/healthz")]).toEqual([503, 200]);
  writeFileSync(join(folder, "go"), "");
  await running;
  expect(await exit).toEqual([0, null]);
});

test.each(ways)(
  "SDK %s.x over %s: a write that outlasts the grace time is recorded as unknown",
  async (...way) => {
    const { call, child, folder, told } = await serve(...way, 50);
    const exit = once(child, "exit");
    const running = call("a");
    await told("began");
    child.kill("SIGTERM");
    expect((await running)[metaKeys.failure]).toMatchObject({ code: "outcome_unknown", retry: "never" });
    expect(await exit).toEqual([0, null]);
    expect(await recorded(folder)).toEqual(["intent", "outcome failed outcome_unknown"]);
  },
);
