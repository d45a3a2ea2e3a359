// What the pages of tools say, against what the server does.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { expect, onTestFinished, test } from "vitest";

const bin = fileURLToPath(new URL("../bin/backoffice-server.js", import.meta.url));
const pages = new URL("../../../packages/generated/docs/", import.meta.url);

interface ToolCall {
  readonly name: string;
  readonly wireName: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly steps: readonly { readonly lines: readonly string[] }[];
}

const { tools } = JSON.parse(readFileSync(new URL("calls.json", pages), "utf8")) as {
  readonly tools: Readonly<Record<string, Omit<ToolCall, "name">>>;
};
const calls = Object.entries(tools).map(([name, call]) => ({ name, ...call }));

function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "tool-pages-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** The question on the page of a tool, and the example that it is about. */
function questionOf({ name }: ToolCall): string | undefined {
  const page = readFileSync(new URL(`tools/${name.replace(".", "/")}.md`, pages), "utf8");
  return /```text\n([^]*?)\n```/.exec(page)?.[1];
}

/** Without what a page cannot know: who asks, where, until when, and the values of a plan, which the handler makes. */
function comparable(question: string): string {
  return question
    .replace(/, asked for by .*/, "")
    .replace(/\nProduct .*, environment .*/, "")
    .replaceAll(/\n(?:What this call would do|The rest of the plan):\n[^]*?(?:\n(?=\n)|$)/g, "")
    .replace(/The question is open until .*/, "")
    .trimEnd();
}

test("the question on a page is the server's question, letter for letter", async () => {
  const client = new Client({ name: "test", version: "1" }, { capabilities: { elicitation: {} } });
  const asked: string[] = [];
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
    asked.push(params.message);
    return { action: "decline" };
  });
  const args = [bin, "--data", dataFolder(), "--as", "mia"];
  const { NODE_OPTIONS = "", NODE_COMPILE_CACHE = "" } = process.env;
  const env = { NODE_OPTIONS, NODE_COMPILE_CACHE };
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: "ignore" }));
  onTestFinished(() => client.close());
  const compared: string[] = [];
  for (const call of calls) {
    const shown = questionOf(call);
    if (shown === undefined) continue;
    asked.length = 0;
    if (call.steps.some(({ lines }) => lines.includes("a dry run")))
      await client.callTool({ name: call.wireName, arguments: { ...call.input, dryRun: true } });
    await client.callTool({ name: call.wireName, arguments: call.input });
    const [real] = asked;
    // Some calls are refused before anybody is asked: for a requirement, or an old log-in.
    if (real === undefined) continue;
    compared.push(call.name);
    expect(comparable(shown)).toBe(comparable(real));
  }
  expect(compared.length).toBeGreaterThan(5);
});

test("the command on a page calls the server, as a shell reads it", async () => {
  const data = dataFolder();
  const url = await listen(data);
  const token = execFileSync(process.execPath, [bin, "--data", data, "--dev-token", "mia"], {
    encoding: "utf8",
  });
  const site = new URL("../../../packages/site/src/calls/call-code.ts", import.meta.url);
  expect(existsSync(site)).toBe(true);
  const { callCodes } = (await import(site.href)) as {
    callCodes(call: ToolCall): readonly { readonly id: string; readonly code: string }[];
  };
  const asking: string[] = [];
  for (const call of calls) {
    const command = callCodes(call).find(({ id }) => id === "terminal")?.code ?? "";
    const response = await send(command, token.trim(), url);
    const { result } = (await response.json()) as { readonly result?: { readonly resultType: string } };
    if (result?.resultType === "input_required") asking.push(call.name);
    else expect([call.name, response.status, result?.resultType]).toEqual([call.name, 200, "complete"]);
  }
  expect(asking.length).toBeGreaterThan(10);
  const withQuestion = calls.filter((call) => questionOf(call) !== undefined).map(({ name }) => name);
  expect(withQuestion).toEqual(expect.arrayContaining(asking));
});

/** Starts the server on a free port and returns its address. */
async function listen(data: string): Promise<string> {
  const child = spawn(process.execPath, [bin, "--data", data, "--http", "0"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = once(child, "exit");
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await ended;
  });
  for await (const chunk of child.stderr) {
    const address = /listening on (\S+)/.exec(String(chunk))?.[1];
    if (address) return address;
  }
  throw new Error("the server ended before it listened");
}

/** Sends what `curl` would send with the arguments that a shell gives it. */
async function send(command: string, token: string, url: string): Promise<Response> {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  const env = { PATH: process.env["PATH"] ?? "", TOKEN: token };
  const [address, ...options] = execFileSync("sh", ["-c", script], { encoding: "utf8", env }).split("\0");
  expect(address).toBe("http://127.0.0.1:8080/mcp");
  const headers = new Headers();
  let body = "";
  for (let at = 0; at < options.length - 1; at += 2) {
    const [option, value = ""] = options.slice(at, at + 2);
    const [name = "", ...rest] = value.split(": ");
    if (option === "--header") headers.set(name, rest.join(": "));
    else body = value;
  }
  return fetch(url, { method: "POST", headers, body });
}
