import { execFile, spawn } from "node:child_process";
import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { everything, openBench } from "./bench.ts";

const token = "the-token-of-the-conformance-suite-here";

/** The suite cannot send a token, so this adds it. */
async function withToken(url: string): Promise<string> {
  const target = new URL(url);
  const proxy = createServer((request, response) => {
    const headers = { ...request.headers, host: target.host, authorization: `Bearer ${token}` };
    const forwarded = httpRequest(target, { method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    forwarded.on("error", () => response.destroy());
    response.on("close", () => forwarded.destroy());
    request.pipe(forwarded);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/mcp`;
}

/** The reference server over HTTP by itself. */
async function alone(): Promise<string> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  const source = everything();
  if ("url" in source) throw new TypeError("a command");
  const server = spawn(source.command, [...source.args, "streamableHttp"], {
    env: { ...process.env, PORT: String(port) },
    stdio: "ignore",
  });
  const ended = new Promise((resolve) => server.once("exit", resolve));
  onTestFinished(async () => {
    server.kill("SIGKILL");
    await ended;
  });
  const url = `http://127.0.0.1:${port}/mcp`;
  await expect
    .poll(async () =>
      fetch(url).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBeGreaterThan(0);
  return url;
}

interface Check {
  readonly id: string;
  readonly status: string;
}

/** All checks of the official suite, by scenario, with their verdicts. */
async function verdicts(url: string, folder: string): Promise<readonly string[]> {
  const out = mkdtempSync(join(folder, "suite-"));
  const home = fileURLToPath(import.meta.resolve("@modelcontextprotocol/conformance/package.json"));
  const program = join(home, "..", "dist", "index.js");
  const words = ["server", "--suite", "all", "--spec-version", "2025-11-25", "--url", url, "-o", out];
  await new Promise((resolve) => execFile(process.execPath, [program, ...words], resolve));
  return readdirSync(out)
    .flatMap((name) => {
      const scenario = name.replace(/^server-/, "").replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, "");
      const checks = JSON.parse(readFileSync(join(out, name, "checks.json"), "utf8")) as readonly Check[];
      return checks.map(({ id, status }) => `${scenario} ${id}: ${status}`);
    })
    .toSorted();
}

/** About the connection to the host, which is the gateway's own. */
const ofTransport = /^(dns-rebinding-protection|server-sse-polling) /;

/**
 * The reference server has no tools of these names. It answers such a call with a result; MCP wants an error (2025-11-25,
 * server/tools, "Error Handling"), which the gateway sends.
 */
const ofUnknownTools = ["tools-call-error", "tools-call-simple-text"];

test("the official conformance suite gives the same verdicts with and without the gateway", async () => {
  await using bench = openBench();
  const gateway = await bench.open({ source: everything() });
  const { url } = await gateway.listen(0, token);
  const direct = await verdicts(await alone(), bench.folder);
  const through = await verdicts(await withToken(url), bench.folder);
  const ofUpstream = direct.filter((line) => !ofTransport.test(line));
  expect(ofUpstream.length).toBeGreaterThan(20);
  const differing = through.filter((line) => !ofTransport.test(line) && !direct.includes(line));
  expect(differing).toEqual(ofUnknownTools.map((name) => `${name} ${name}: FAILURE`));
  expect(through.filter((line) => !ofTransport.test(line))).toHaveLength(ofUpstream.length);
});
