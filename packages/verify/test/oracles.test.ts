import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { VerifyReport } from "../src/model.ts";
import { ownFolder, reportOf, resultOf, serverCommand, traceOf } from "./run-program.ts";

const world = serverCommand("servers/world.mjs");

/** What the oracles saw of each tool whose claim that it only reads was refuted. */
function seen(report: VerifyReport, clause: string): Readonly<Record<string, unknown>> {
  const refuted = report.results.filter((each) => each.clause === clause && each.verdict.kind === "refuted");
  return Object.fromEntries(
    refuted.map((each) => [each.tool, traceOf(each).steps.flatMap(({ changes }) => changes)]),
  );
}

test("rows of a database are seen, and a tool that changes none survives", async () => {
  const file = join(ownFolder(), "rows.db");
  const words = ["--trials", "1", "--sqlite", file, "--env", `DATABASE=${file}`];
  const report = await reportOf([...words, "--", ...world]);
  expect(seen(report, "reads-only")).toEqual({
    row: [{ oracle: "sqlite", kind: "added", what: expect.stringMatching(/^rows\.db seen\/\d$/) }],
  });
  expect(resultOf(report, "reads-only", "nothing").verdict).toEqual({ kind: "survived", trials: 1 });
});

async function api(): Promise<{ readonly url: string; readonly received: readonly string[] }> {
  const received: string[] = [];
  const server = createServer(({ method, url }, answer) => {
    received.push(`${method} ${url}`);
    answer.end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.closeAllConnections());
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, received };
}

test("requests are recorded: those to an address go on to it, those to a proxy do not", async () => {
  const { url, received } = await api();
  const report = await reportOf([
    "--trials",
    "1",
    "--base-url",
    `API=${url}`,
    "--http",
    "record",
    "--",
    ...world,
  ]);
  const post = { oracle: "http", kind: "sent", what: `POST ${url}/orders` };
  const proxied = { oracle: "http", kind: "sent", what: "DELETE http://shop.example/orders/1" };
  const get = { oracle: "http", kind: "asked", what: `GET ${url}/orders` };
  expect(seen(report, "reads-only")).toEqual({ post: [post], proxied: [proxied] });
  expect(seen(report, "closed-world")).toEqual({ post: [post], proxied: [proxied], get: [get] });
  expect(new Set(received)).toEqual(new Set(["POST /v1/orders?key=1", "GET /v1/orders"]));
});

test("mail is received, and delivered to nobody", async () => {
  const report = await reportOf(["--trials", "1", "--mail", "--env", "SMTP_PORT={smtpport}", "--", ...world]);
  expect(seen(report, "reads-only")).toEqual({
    mail: [{ oracle: "mail", kind: "sent", what: "mail to b@there.example" }],
  });
});

test("what a command prints is watched line by line", async () => {
  const file = join(ownFolder(), "rows.db");
  const print = `cksum ${file} || echo none`;
  const words = ["--trials", "1", "--watch-command", print, "--env", `DATABASE=${file}`];
  const report = await reportOf([...words, "--", ...world]);
  expect(seen(report, "reads-only")).toEqual({
    row: expect.arrayContaining([
      { oracle: "command", kind: "removed", what: expect.stringContaining(file) },
      { oracle: "command", kind: "added", what: expect.stringContaining(file) },
    ]),
  });
});

test("what moves by itself is no tool's effect", async () => {
  const folder = ownFolder();
  const file = join(folder, "clock.txt");
  const timer = setInterval(() => writeFileSync(file, String(performance.now())), 5);
  onTestFinished(() => clearInterval(timer));
  const report = await reportOf(["--trials", "2", "--watch-folder", folder, "--", ...world]);
  expect(readFileSync(file, "utf8")).not.toBe("");
  expect(seen(report, "reads-only")).toEqual({});
});

test("a process that a tool leaves running is seen", async () => {
  const pids = join(ownFolder(), "pids.txt");
  onTestFinished(() => {
    for (const pid of readFileSync(pids, "utf8").trim().split("\n")) process.kill(Number(pid));
  });
  const report = await reportOf(["--trials", "1", "--processes", "--env", `PIDS=${pids}`, "--", ...world]);
  expect(seen(report, "reads-only")).toEqual({
    process: [{ oracle: "processes", kind: "started", what: "sleep 600" }],
  });
  expect(resultOf(report, "reads-only", "nothing").verdict).toEqual({ kind: "survived", trials: 1 });
});
