import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, onTestFinished, test } from "vitest";

const bin = fileURLToPath(new URL("../bin/backoffice-server.js", import.meta.url));

function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "backoffice-e2e-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

async function connect(transport: Transport): Promise<Client> {
  const client = new Client({ name: "test", version: "1" }, { capabilities: { elicitation: {} } });
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => ({
    action: "accept",
    content: yesTo(params._meta),
  }));
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}

/** The person's answer: the phrase where the question asks for one, or a plain yes. */
function yesTo(meta: Readonly<Record<string, unknown>> | undefined): Record<string, string | boolean> {
  const note = meta?.["dev.proviso/confirmation"] as { readonly phrase?: string } | undefined;
  return note?.phrase === undefined ? { confirm: true } : { phrase: note.phrase };
}

/** The SDK passes on few variables; these let a process run our sources, and load them faster. */
const { NODE_OPTIONS = "", NODE_COMPILE_CACHE = "" } = process.env;
const env = { NODE_OPTIONS, NODE_COMPILE_CACHE };

const overStdio = (data: string, name: string): Promise<Client> =>
  connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [bin, "--data", data, "--as", name],
      env,
      stderr: "pipe",
    }),
  );

async function run(...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [bin, ...args]);
  return stdout.trim();
}

/** Starts the HTTP server on a free port and returns its address. */
async function listen(data: string): Promise<URL> {
  const child = spawn(process.execPath, [bin, "--data", data, "--http", "0"], {
    stdio: ["ignore", "inherit", "pipe"],
  });
  const ended = once(child, "exit");
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await ended; // until then it writes to the folder that is removed next
  });
  for await (const chunk of child.stderr) {
    const address = /listening on (\S+)/.exec(String(chunk))?.[1];
    if (address) return new URL(address);
  }
  throw new Error("the server ended before it listened");
}

async function overHttp(url: URL, token: string): Promise<Client> {
  const headers = { Authorization: `Bearer ${token}` };
  return await connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }) as Transport);
}

const email = { to: ["anna.keller@example.com"], subject: "Hello", body: "From the test." };

/** What an agent on this connection can see and do is what the contracts say. */
async function check(client: Client, data: string): Promise<void> {
  const { tools } = await client.listTools();
  expect(tools).toHaveLength(50);
  expect(tools.find((tool) => tool.name === "customers_delete")?.annotations).toMatchObject({
    destructiveHint: true,
  });
  const listed = await client.callTool({ name: "customers_list", arguments: { pageSize: 2 } });
  expect(listed.structuredContent).toMatchObject({ total: 60 });
  const sent = await client.callTool({ name: "emails_send_external", arguments: email });
  expect(sent.structuredContent).toMatchObject({ status: "sent" });
  const [message = ""] = readdirSync(join(data, "outbox"));
  expect(readFileSync(join(data, "outbox", message), "utf8")).toMatch(
    /To: anna\.keller@example\.com[^]*From the test\./,
  );
  const launch = await client.callTool({ name: "rockets_launch", arguments: { rocketId: "rkt_kestrel" } });
  expect(launch.isError).toBe(true);
  expect(JSON.stringify(launch)).toContain("state:weather.clear");
  await expect(client.callTool({ name: "secrets.read_password", arguments: {} })).rejects.toThrow(
    "Unknown tool: secrets.read_password",
  );
}

describe("over stdio", () => {
  test("an agent lists, calls, is confirmed by a person, and never sees what is forbidden", async () => {
    const data = dataFolder();
    await check(await overStdio(data, "mia"), data);
  });

  test("a guest may read and nothing else", async () => {
    const client = await overStdio(dataFolder(), "guest");
    const order = await client.callTool({ name: "orders_list", arguments: {} });
    const note = await client.callTool({
      name: "notes.create",
      arguments: { text: "x", projectId: "prj_0001" },
    });
    expect(order.isError).toBeFalsy();
    expect(note).toMatchObject({
      isError: true,
      _meta: { "dev.proviso/failure": { code: "permission_denied" } },
    });
  });

  test("a data folder that cannot be used is named in a line, not in a stack trace", async () => {
    const data = dataFolder();
    writeFileSync(join(data, "proviso.sqlite"), "no database");
    const failed = await run("nightly", "--data", data).catch((error: unknown) => error);
    expect(failed).toMatchObject({ code: 3, stderr: expect.stringMatching(/^backoffice-server: .*\n$/) });
  });

  test("the audit trail proves what happened, and shows where it was tampered with", async () => {
    const data = dataFolder();
    const client = await overStdio(data, "mia");
    await client.callTool({ name: "account_ping", arguments: {} });
    await client.close();
    const audit = fileURLToPath(
      new URL("bin/proviso-audit.js", import.meta.resolve("@proviso/trail/package.json")),
    );
    const file = join(data, "proviso.sqlite");
    const verify = ["verify", file, "--key", join(data, "audit.pub")];
    await promisify(execFile)(process.execPath, [audit, ...verify]);
    const database = new DatabaseSync(file);
    database.exec(
      "update proviso_audit set record = replace(record, 'account.ping', 'account.pong') where sequence = 1",
    );
    database.close();
    await expect(promisify(execFile)(process.execPath, [audit, ...verify])).rejects.toMatchObject({
      code: 1,
    });
  });
});

describe("over HTTP", () => {
  test("the bearer of a token can do what its owner may", async () => {
    const data = dataFolder();
    const url = await listen(data);
    await check(await overHttp(url, await run("--data", data, "--dev-token", "mia")), data);
  });

  test("a token that nobody signed, or no token, opens nothing", async () => {
    const data = dataFolder();
    const url = await listen(data);
    const foreign = await run("--data", dataFolder(), "--dev-token", "mia");
    await expect(overHttp(url, foreign)).rejects.toThrow(/401|Unauthorized/i);
    await expect(overHttp(url, "")).rejects.toThrow(/401|Unauthorized/i);
  });
});

describe("with the inbox", () => {
  test("a client that shows no forms is answered by a person in the browser, and the same call runs", async () => {
    const data = dataFolder();
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [bin, "--data", data, "--as", "mia", "--inbox", "0"],
      env,
      stderr: "pipe",
    });
    let said = "";
    transport.stderr?.on("data", (chunk) => (said += String(chunk)));
    const client = new Client({ name: "test", version: "1" });
    await client.connect(transport);
    onTestFinished(() => client.close());
    const call = { name: "emails_send_external", arguments: email };
    const asked = await client.callTool(call);
    const address =
      /http:\/\/127\.0\.0\.1:\d+\/approvals\/[\da-f]{48}/.exec(JSON.stringify(asked))?.[0] ?? "";
    await expect.poll(() => said).toContain("people approve calls on port");
    expect(said).not.toContain("#");
    const link = new URL(await run("--data", data, "--inbox", new URL(address).port, "--dev-link", "mia"));
    expect(await approve(address, link)).toContain("approved, not used yet");
    expect((await client.callTool(call)).structuredContent).toMatchObject({ status: "sent" });
    expect(readdirSync(join(data, "outbox"))).toHaveLength(1);
  });
});

/** What a browser does: signs in with the link, opens the page of the approval, and sends its form. */
async function approve(address: string, link: URL): Promise<string> {
  const { origin, pathname, hash } = link;
  const post = (to: string, fields: Record<string, string>, cookie = ""): Promise<Response> =>
    fetch(to, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { origin, cookie },
      redirect: "manual",
    });
  const id = address.slice(address.lastIndexOf("/") + 1);
  const signedIn = await post(`${origin}${pathname}?to=${id}`, { code: hash.slice(1) });
  const cookie = signedIn.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const own = `${origin}${signedIn.headers.get("location")}`;
  const page = await (await fetch(own, { headers: { cookie } })).text();
  const token = /name="token" value="(\w+)"/.exec(page)?.[1] ?? "";
  const phrase = /<kbd>([^<]+)</.exec(page)?.[1] ?? "";
  await post(own, { token, verdict: "approve", reason: "Agreed.", phrase }, cookie);
  return await (await fetch(own, { headers: { cookie } })).text();
}

describe("the command line", () => {
  test.each([
    [["--as", "nobody"], "there is nobody called `nobody`"],
    [["--http", "99999"], "`--http` must be a port, a number from 0 to 65535, and not `99999`"],
    [["--inbox", "x"], "`--inbox` must be a port"],
    [["--issuer", "https://login.example"], "`--issuer` needs `--http`"],
    [["--http", "0", "--issuer", "https://login.example"], "`--issuer` needs `--http`"],
    [["--dev-link", "mia"], "`--dev-link` needs `--inbox`"],
    [["dance"], "there is no action `dance`"],
  ])("%j is refused with a hint", async (args, message) => {
    await expect(run("--data", dataFolder(), ...args)).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining(message),
    });
  });
});
