// The approval as an MCP App: what clients are told, and who can decide by its tool.
import { describe, expect, test } from "vitest";
import { wordOf } from "../../../server/test/attacks/surfaces.ts";
import { memoryAudit } from "../../../server/src/testing.ts";
import type { ToolContract } from "@proviso/manifest";
import { annaHerself, inboxFixture, input, other, two, url } from "../approvals/people.ts";
import { anna, ben, criticalRisk, highRisk, tool, type Fixture } from "../sample.ts";
import { connect1, connect2For2025, connect2For2026, type SdkClient } from "./sdk-clients.ts";

const name = "notes.create";
const decide = "proviso-decide-approval";
const ui = { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } };
const all = [
  ["SDK 1.x", connect1],
  ["SDK 2.x", connect2For2025],
  ["SDK 2.x for 2026", connect2For2026],
] as const;

const critical = tool({ ...criticalRisk, name: "notes.purge", title: "Purge" });
const serverFor = (options: Fixture = {}) =>
  inboxFixture({ tools: [tool(highRisk), critical], approvals: { url, inChat: "high" }, ...options });

interface View {
  readonly approval: string;
  readonly secret: string;
  readonly html: string;
}

const viewIn = ({ _meta }: Readonly<Record<string, unknown>>): View =>
  (_meta as Record<string, View>)["dev.proviso/approval"] as View;

describe.each(all)("%s", (_, connect) => {
  test("a client that shows apps is listed the page and its tool; to others they do not exist", async () => {
    const server = serverFor();
    const plain = await connect(serverFor({ approvals: { url } }).server, {});
    const others = await connect(server.server, {
      extensions: { "io.modelcontextprotocol/ui": { mimeTypes: ["text/plain"] } },
    });
    expect(JSON.stringify(await others.sdk.listTools())).toBe(JSON.stringify(await plain.sdk.listTools()));
    expect(await others.sdk.listResources()).toMatchObject({ resources: [] });
    await expect(others.call(decide, { approval: "a", secret: "b", verdict: "approve" })).rejects.toThrow(
      `Unknown tool: ${decide}`,
    );
    expect((await others.call(name, input))["_meta"]).not.toHaveProperty(["dev.proviso/approval"]);
    const client = await connect(server.server, { extensions: ui });
    const { tools } = await client.sdk.listTools();
    const uri = "ui://dev.proviso/approval.html";
    const uiOf = (wanted: string) =>
      (tools.find((each) => each["name"] === wanted)?.["_meta"] as { ui?: unknown } | undefined)?.ui;
    expect([name, "notes.purge", decide].map(uiOf)).toEqual([
      { resourceUri: uri },
      undefined,
      { resourceUri: uri, visibility: ["app"] },
    ]);
    await expect(others.sdk.readResource({ uri })).rejects.toThrow("Resource not found");
    const { contents } = await client.sdk.readResource({ uri });
    expect(contents).toMatchObject([
      { uri, mimeType: "text/html;profile=mcp-app", _meta: { ui: { csp: {} } } },
    ]);
    for (const each of [plain, others, client]) await each.close();
  });

  test("a click runs the call once, as the person for whom the agent acts", async () => {
    const audit = memoryAudit();
    const server = serverFor({ audit });
    const client = await connect(server.server, { extensions: ui, elicitation: { url: {} } });
    const waits = await client.call(name, input);
    expect(wordOf(waits["_meta"])).toBe("approval_pending");
    const { approval, secret, html } = viewIn(waits);
    expect(html).toContain("Create a note");
    expect(JSON.stringify(waits["content"])).not.toContain(secret);
    const click = { approval, secret, verdict: "approve" };
    expect(await client.call(decide, click)).toMatchObject({
      content: [{ text: expect.stringMatching(/^Approved\. Make the same call of `notes\.create` again/) }],
    });
    expect(audit.records.at(-1)).toMatchObject({
      decision: "approved",
      via: "app",
      principal: { id: "anna", kind: "user" },
    });
    expect(wordOf((await client.call(name, input))["_meta"])).toBe("completed");
    expect(wordOf((await client.call(name, input))["_meta"])).toBe("approval_pending");
    expect(server.ran).toEqual([input]);
    await client.close();
  });
});

test.each(all)("%s: `call_tool` leads to no click, and to no page to click on", async (_, connect) => {
  const { server, ran } = serverFor();
  const client = await connect(server, { extensions: ui, searches: true });
  const waits = await client.call("call_tool", { name, arguments: input });
  expect(wordOf(waits["_meta"])).toBe("approval_pending");
  expect(waits["_meta"]).not.toHaveProperty(["dev.proviso/approval"]);
  const click = { name: decide, arguments: { approval: "a", secret: "b", verdict: "approve" } };
  await expect(client.call("call_tool", click)).rejects.toThrow(`Unknown tool: ${decide}`);
  expect(ran).toEqual([]);
  await client.close();
});

const { autonomousExecution, dataFlow, hints, sideEffects, stepUpAuth } = tool(criticalRisk);
const refined = { ...criticalRisk, when: "true", hints, dataFlow, stepUpAuth };
const inputSchema = {
  ...tool().inputSchema,
  properties: { text: { type: "string", sensitive: true } },
} as const;

const kinds: readonly (readonly [string, Partial<ToolContract>, boolean])[] = [
  ["is of critical risk", criticalRisk, false],
  ["is of critical risk with these arguments", { refinements: [refined] }, false],
  ["is sent to the inbox by its contract", { confirmation: { kind: "always", by: "inbox" } }, false],
  ["needs somebody else", other, false],
  ["needs two people", two, false],
  ["needs a log-in", { stepUpAuth: { kind: "always", maxAgeMs: 60_000 } }, false],
  ["needs a phrase", { hints: { ...hints, agencyHint: true, destructiveHint: true } }, false],
  ["has a sensitive argument", { inputSchema }, false],
  [
    "needs a permission that the caller lacks",
    { confirmation: { kind: "always", from: "notes:approve" } },
    false,
  ],
  ["needs no more than a click", {}, true],
];

test.each(kinds)("whether a call is shown in the chat that %s", async (_, facts, isShown) => {
  const server = serverFor({ tools: [tool({ ...highRisk, autonomousExecution, sideEffects, ...facts })] });
  const client = await connect1(server.server, { extensions: ui });
  const waits = await client.call(name, input);
  expect(wordOf(waits["_meta"])).toBe("approval_pending");
  expect(viewIn(waits) !== undefined).toBe(isShown);
  await client.close();
});

const first = async (client: SdkClient, given: object = input): Promise<View> =>
  viewIn(await client.call(name, given));

test("whatever is no fresh click on this call is refused in equal words, counted and recorded", async () => {
  const audit = memoryAudit();
  const server = serverFor({ audit });
  const client = await connect1(server.server, { extensions: ui });
  const [one, second] = [await first(client), await first(client, { text: "b" })];
  const { approval, secret } = one;
  const bens = await server.callAs(ben)(name, { text: "c" });
  const bensId = "failure" in bens ? bens.failure.details?.["approval"] : undefined;
  const spent = await first(client, { text: "d" });
  await client.call(decide, { approval: spent.approval, secret: spent.secret, verdict: "deny" });
  const attempts: readonly object[] = [
    {},
    { approval, verdict: "approve" },
    { approval, secret: "", verdict: "approve" },
    { approval, secret: second.secret, verdict: "approve" },
    { approval: second.approval, secret, verdict: "approve" },
    { approval: bensId, secret, verdict: "approve" },
    { approval: "0".repeat(48), secret, verdict: "approve" },
    { approval: spent.approval, secret: spent.secret, verdict: "approve" },
    { approval, secret: `${secret.slice(0, -1)}x`, verdict: "approve" },
    { approval, secret: `${secret}0`, verdict: "approve" },
    { approval, secret, verdict: "yes" },
    { approval, secret, verdict: "approve", reason: "The user agreed." },
    { approval, secret: [secret], verdict: "approve" },
  ];
  const before = audit.records.length;
  const answers = [];
  for (const attempt of attempts) answers.push(await client.call(decide, attempt));
  expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1);
  expect(answers[0]).toMatchObject({ isError: true });
  const refused = audit.records.slice(before);
  expect(refused).toHaveLength(attempts.length);
  for (const each of refused)
    expect(each).toMatchObject({ kind: "decision", decision: "refused", via: "app" });
  expect(await server.server.waiting.app?.refused()).toBe(attempts.length);
  expect(server.ran).toEqual([]);
  const open = await server.desk.list(annaHerself, { isOpen: true });
  expect(open.map(({ state }) => state)).toEqual(["pending", "pending"]);
  await client.close();
});

test("a flood of refused clicks is counted, and the trail holds the first of an hour", async () => {
  const audit = memoryAudit();
  const server = serverFor({ audit });
  const { app } = server.server.waiting;
  for (let at = 0; at < 105; at++) await app?.decide({}, anna);
  expect(audit.records).toHaveLength(100);
  await app?.decide({}, ben);
  server.clock.advance(60 * 60_000);
  await app?.decide({}, anna);
  expect(audit.records).toHaveLength(102);
  expect(await app?.refused()).toBe(107);
});

test("a tool that takes the name of the app's tool gets no click, and is not listed beside it", async () => {
  const taken = tool({ name: "notes.taken", wireName: decide });
  const server = serverFor({ tools: [tool(highRisk), taken] });
  const client = await connect1(server.server, { extensions: ui });
  const { tools } = await client.sdk.listTools();
  expect(tools.filter((each) => each["name"] === decide)).toMatchObject([{ title: "Decide about a call" }]);
  expect(await client.call(decide, { text: "a" })).toMatchObject({ isError: true });
  expect(server.ran).toEqual([]);
  await client.close();
});

test("a secret ends with what its view has shown: decided elsewhere, or paused", async () => {
  const server = serverFor();
  const client = await connect1(server.server, { extensions: ui });
  const click = async ({ approval, secret }: View) =>
    (await client.call(decide, { approval, secret, verdict: "approve" }))["isError"];
  const elsewhere = await first(client);
  await server.desk.deny(elsewhere.approval, annaHerself);
  expect(await click(elsewhere)).toBe(true);
  const paused = await first(client, { text: "b" });
  await server.server.pauses.pause(`tool:${name}`, { operator: "olga" });
  await server.server.pauses.resume(`tool:${name}`, { operator: "olga" });
  expect(await click(paused)).toBe(true);
  expect(server.ran).toEqual([]);
  await client.close();
});

test("of many clicks at once with one secret, one decides", async () => {
  const server = serverFor();
  const client = await connect1(server.server, { extensions: ui });
  const { approval, secret } = await first(client);
  const clicks = Array.from({ length: 8 }, (_, at) =>
    client.call(decide, { approval, secret, verdict: at % 2 === 0 ? "approve" : "deny" }),
  );
  expect((await Promise.all(clicks)).filter(({ isError }) => !isError)).toHaveLength(1);
  await client.close();
});

test("a secret counts once, also if its decision could not be recorded", async () => {
  const audit = memoryAudit();
  let isDown = true;
  const append: typeof audit.append = async (entry) => {
    if (isDown && entry.decision === "approved") throw new Error("the disk is full");
    await audit.append(entry);
  };
  const server = serverFor({ audit: { ...audit, append }, onFault: () => {} });
  const client = await connect1(server.server, { extensions: ui });
  const { approval, secret } = await first(client);
  const click = { approval, secret, verdict: "approve" };
  expect(JSON.stringify(await client.call(decide, click))).toContain("could not record the decision");
  isDown = false;
  expect(await client.call(decide, click)).toMatchObject({ isError: true });
  const again = await first(client);
  expect(again.approval).toBe(approval);
  expect(await client.call(decide, { ...click, secret: again.secret })).not.toHaveProperty("isError");
  await client.close();
});

test("the session of another caller decides nothing, with whatever it has read", async () => {
  // A colleague who may approve the call in the inbox.
  const confirmation = { kind: "always", from: "notes:write" } as const;
  const server = serverFor({ tools: [tool({ ...highRisk, confirmation })] });
  const client = await connect1(server.server, { extensions: ui });
  const { approval, secret } = await first(client);
  const { app } = server.server.waiting;
  for (const caller of [ben, undefined, { ...anna, tenant: "globex" }, { ...anna, id: "anna " }])
    expect(await app?.decide({ approval, secret, verdict: "approve" }, caller)).toMatchObject({ ok: false });
  expect(await app?.view(approval, ben)).toBeUndefined();
  expect(await app?.decide({ approval, secret, verdict: "approve" }, anna)).toMatchObject({ ok: true });
  await client.close();
});

test("`inChat` takes no critical calls, and needs the inbox for the others", () => {
  const start = (approvals: object) => () => inboxFixture({ approvals });
  expect(start({ url, inChat: "critical" })).toThrow("critical calls are approved in the inbox");
  expect(start({ inChat: "high" })).toThrow("`inChat` needs `url`");
});

test("a call waits, and the client is told so, also if the page cannot be given", async () => {
  const { store } = inboxFixture();
  let isGone = false;
  const losing: typeof store = {
    ...store,
    get: (key) => (isGone ? Promise.reject(new Error("gone")) : store.get(key)),
  };
  const server = serverFor({ store: losing, onFault: () => {} });
  const invoke: typeof server.server.invoke = async (...given) => {
    const outcome = await server.server.invoke(...given);
    isGone = true;
    return outcome;
  };
  const client = await connect1({ ...server.server, invoke }, { extensions: ui });
  const waits = await client.call(name, input);
  expect(wordOf(waits["_meta"])).toBe("approval_pending");
  expect(viewIn(waits)).toBeUndefined();
  await client.close();
});
