import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { type AddressInfo, connect as connectTo } from "node:net";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import type { VerifyReport } from "../src/model.ts";
import { http } from "../src/oracles/http.ts";
import { mail } from "../src/oracles/mail.ts";
import { sqlite } from "../src/oracles/sqlite.ts";
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

test("what Proviso keeps of each call in a database is no change of the data", async () => {
  const file = join(ownFolder(), "rows.db");
  const database = new DatabaseSync(file);
  onTestFinished(() => database.close());
  for (const table of ["notes", "proviso_audit"]) database.exec(`create table ${table} (text)`);
  const oracle = await sqlite({ options: { sqlite: file } });
  const before = await oracle?.snapshot();
  database.exec("insert into proviso_audit values ('a call')");
  expect(await oracle?.snapshot()).toEqual(before);
  database.exec("insert into notes values ('a note')");
  expect(await oracle?.snapshot()).not.toEqual(before);
});

test("a server that is killed while it sends mail ends its connection, and nothing else", async () => {
  const oracle = await mail({ options: { mail: "" } });
  onTestFinished(async () => oracle?.close?.());
  const port = Number(oracle?.placeholders?.["smtpport"]);
  const killed = connectTo(port, "127.0.0.1");
  await once(killed, "data");
  killed.resetAndDestroy();
  await once(killed, "close");
  const next = connectTo(port, "127.0.0.1").setEncoding("utf8");
  for (const line of ["", "RCPT TO:<a@example.com>", "DATA", "."]) {
    if (line !== "") next.write(`${line}\r\n`);
    await once(next, "data");
  }
  next.end();
  const mails = oracle?.compare?.({ count: "0" }, await oracle.snapshot());
  expect(mails).toEqual([{ oracle: "mail", kind: "sent", what: "mail to a@example.com" }]);
});

/** A key and a certificate for `localhost`, for tests alone. */
const pem = fileURLToPath(new URL("servers/localhost.pem", import.meta.url));

async function api(
  protocol: "http" | "https" = "http",
): Promise<{ readonly url: string; readonly received: readonly string[] }> {
  const received: string[] = [];
  const listener: RequestListener = ({ method, url }, answer) => {
    received.push(`${method} ${url}`);
    answer.end("{}");
  };
  const keys = readFileSync(pem, "utf8");
  const server =
    protocol === "http" ? createServer(listener) : createSecureServer({ key: keys, cert: keys }, listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.closeAllConnections());
  onTestFinished(() => void server.close());
  const host = protocol === "http" ? "127.0.0.1" : "localhost";
  return { url: `${protocol}://${host}:${(server.address() as AddressInfo).port}/v1`, received };
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

test("of a request over https that the proxy forwards, the host is seen, and what it may change is not", async () => {
  const { url, received } = await api("https");
  const words = ["--trials", "1", "--env", `API=${url}`, "--env", `NODE_EXTRA_CA_CERTS=${pem}`];
  const report = await reportOf([...words, "--http", "forward", "--", ...world]);
  expect(new Set(received)).toEqual(new Set(["POST /v1/orders?key=1", "GET /v1/orders"]));
  const connect = [{ oracle: "http", kind: "asked", what: `CONNECT ${new URL(url).host}` }];
  expect(seen(report, "closed-world")).toEqual({ post: connect, get: connect });
  expect(seen(report, "reads-only")).toEqual({});
  expect(resultOf(report, "reads-only", "post").verdict).toEqual({
    kind: "unobservable",
    missing:
      "a call that shows it; of 3 none did: it was sent over https, of which the host alone is seen: see --base-url",
  });
  expect(report.oracles.find(({ name }) => name === "http")?.watches).toContain("of https, the host alone");
});

test.each(["CONNECT shop.example:99999", "GET ftp://shop.example/"])(
  "the proxy refuses what it cannot forward: %s",
  async (line) => {
    const oracle = await http({ options: { http: "forward" } });
    onTestFinished(() => oracle?.close?.());
    const socket = connectTo(Number(new URL(oracle?.env?.["HTTP_PROXY"] ?? "").port), "127.0.0.1");
    socket.end(`${line} HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n\r\n`);
    expect(await text(socket)).toContain("HTTP/1.1 400");
  },
);

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
