// The programs of the page Guard an agent, run as they stand there. A script replaces the model, and this file the person at the terminal.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

const here = new URL("../", import.meta.url);
const folder = new URL(".work/page-programs/", here);
const page = readFileSync(new URL("../../apps/docs/src/content/docs/guard-an-agent.mdx", here), "utf8");
const server = join(
  dirname(createRequire(import.meta.url).resolve("backoffice-server/package.json")),
  "bin/backoffice-server.js",
);

function programOf(title: string): string {
  const [, text] = page.split(`\`\`\`ts title="${title}"\n`);
  if (text === undefined) throw new Error(`no program is ${title}`);
  return text.slice(0, text.indexOf("```"));
}

/** The program over a sample server with data of its own. */
function served(program: string, data: string): string {
  const words = [server, "--stdio", "--data", fileURLToPath(new URL(data, folder))];
  const command = `command: ${JSON.stringify(process.execPath)}, args: ${JSON.stringify(words)}`;
  expect(program).toContain('command: "backoffice-server", args: []');
  return program.replace('command: "backoffice-server", args: []', command);
}

const aiSdk = programOf("src/ai-sdk-agent.ts");
const graph = programOf("src/langgraph-agent.ts");
/** Connection and guard are those of the AI SDK's program. */
const [head = ""] = aiSdk.split("const tools =");
const setUp = head.replaceAll(/^import .*"(?:ai|@proviso\/client\/ai-sdk)";\n/gm, "");
const langGraph = `${setUp.replace("./model.ts", "./chat-model.ts")}${graph}`;

const input = { contractId: "ctr_0003", signatory: "max.brandt@example.com" };
const files: Readonly<Record<string, string>> = {
  "ai-sdk-agent": aiSdk,
  "langgraph-agent": langGraph,
  "ai-sdk-requests": programOf("src/ai-sdk-requests.ts"),
  "show-dialog": programOf("src/show-dialog.ts"),
  model: `import { scripted } from "../../test/ai-sdk.ts";
const input = ${JSON.stringify(input)};
export const { model, told } = scripted("contracts_send", input, { ...input, contractId: "ctr_0002" });
`,
  "chat-model": `import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
const call = { id: "call_1", name: "contracts_send", args: ${JSON.stringify(input)} };
const scripted = {
  bindTools: () => ({
    invoke: async (messages: readonly BaseMessage[]) =>
      messages.at(-1)?.type === "tool"
        ? new AIMessage(String(messages.at(-1)?.content))
        : new AIMessage({ content: "", tool_calls: [call] }),
  }),
};
export const model = scripted as unknown as BaseChatModel & Required<Pick<BaseChatModel, "bindTools">>;
`,
};

function write(names: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(names)) writeFileSync(new URL(`${name}.ts`, folder), text);
}

beforeAll(() => {
  mkdirSync(folder, { recursive: true });
  write(files);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("they compile, and would not with an answer that the framework does not know", () => {
  const config = {
    extends: "../../test/tsconfig.json",
    compilerOptions: { rootDir: "../.." },
    include: ["."],
  };
  writeFileSync(new URL("tsconfig.json", folder), JSON.stringify(config));
  const errors = (): string =>
    String(spawnSync("tsc", ["-p", ".work/page-programs/tsconfig.json"], { cwd: here }).stdout);
  expect(errors()).toBe("");
  write({ "ai-sdk-agent": aiSdk.replace("approved: yes", "approve: yes") });
  expect(errors()).toContain("'approve' does not exist");
});

/** What a program prints if the person answers every question with this, and what they are shown. */
async function run(name: string, said: string): Promise<{ printed: string; shown: readonly string[] }> {
  const shown: string[] = [];
  vi.stubGlobal("asked", (request: object) => void shown.push(JSON.stringify(request)));
  const dialog = `export async function showDialog(request: { phrase?: string }) {
  (globalThis as never as { asked(request: object): void }).asked(request);
  return ${said};
}
`;
  const key = `${name}-${said.length}`;
  write({
    [`dialog-${key}`]: dialog,
    [key]: served(files[name] ?? "", key).replace("./show-dialog.ts", `./dialog-${key}.ts`),
  });
  const print = vi.spyOn(console, "log").mockReturnValue(undefined);
  await import(new URL(`${key}.ts`, folder).href);
  const printed = String(print.mock.calls.at(-1)?.[0]);
  print.mockRestore();
  vi.unstubAllGlobals();
  return { printed, shown };
}

const withPhrase = "{ yes: true, phrase: request.phrase }";

test("the AI SDK's asks about each call, sends the contract after the phrase, and prints the model's last word", async () => {
  const { printed, shown } = await run("ai-sdk-agent", withPhrase);
  expect(shown).toEqual(["ctr_0003", "ctr_0002"].map((id) => expect.stringMatching(`${id}.*"phrase":`)));
  expect(printed).toBe("done");
  const { told } = (await import(new URL("model.ts", folder).href)) as { told(): string };
  // The model has the results of both, the second of which is no final draft.
  expect(told()).toMatch(/call_1.*sentAt.*call_2/);
});

test("LangGraph's sends the contract after the phrase, and nothing after a yes without it", async () => {
  const sent = await run("langgraph-agent", withPhrase);
  expect(sent.shown).toEqual([expect.stringMatching(/ctr_0003.*"phrase":/)]);
  expect(sent.printed).toContain("sentAt");
  const declined = await run("langgraph-agent", "{ yes: true }");
  expect(declined.shown).toHaveLength(1);
  expect(declined.printed).toContain("declined_by_person");
});

test("a conversation that waits between requests sends what was shown, and nothing that was put in its place", async () => {
  vi.stubEnv("APPROVAL_SECRET", "of all processes");
  write({ requests: served(files["ai-sdk-requests"] ?? "", "requests") });
  const { answerTo, handleRequest } = (await import(new URL("requests.ts", folder).href)) as Requests;
  const asked = await handleRequest([{ role: "user", content: "Send it." }]);
  const [{ approvalId = "", phrase } = {}] = asked.questions;
  const answer = answerTo(approvalId, { yes: true, phrase });
  const changed = JSON.stringify(asked.messages).replaceAll("max.brandt", "eve");
  expect(changed).toContain("eve@example.com");
  await expect(handleRequest([...(JSON.parse(changed) as readonly object[]), answer])).rejects.toThrow(
    /approval signature/i,
  );
  const next = await handleRequest([...asked.messages, answer]);
  expect([JSON.stringify(next.messages), next.questions.length]).toEqual([
    expect.stringContaining("sentAt"),
    1,
  ]);
  vi.unstubAllEnvs();
});

interface Requests {
  handleRequest(messages: readonly object[]): Promise<{
    readonly messages: readonly object[];
    readonly questions: readonly { readonly approvalId: string; readonly phrase?: string }[];
  }>;
  answerTo(approvalId: string, said: { readonly yes: boolean; readonly phrase?: string | undefined }): object;
}
