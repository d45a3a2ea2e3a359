import { createBackofficeClient } from "@backoffice/client";
import type { Guard, JsonObject, McpConnection } from "@proviso/client";
import { aiSdkTools } from "@proviso/client/ai-sdk";
import { openAiAgentsTools } from "@proviso/client/openai-agents";
import { langChainTools } from "@proviso/client/langchain";
import type { ApprovalInterrupt } from "@proviso/client/langchain";
import { strandsTools } from "@proviso/client/strands";
import { AIMessage } from "@langchain/core/messages";
import { Command, END, MemorySaver, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { Agent as OpenAiAgent, Runner, RunState } from "@openai/agents";
import { generateText } from "ai";
import type { ModelMessage } from "ai";
import { Agent, BeforeToolCallEvent } from "@strands-agents/sdk";
import { expect, test } from "vitest";
import { scripted } from "./ai-sdk.ts";
import { scripted as scriptedRun } from "./openai-agents.ts";
import { connectToSampleServer } from "./sample-server.ts";
import { ScriptedModel, toldBy } from "./strands.ts";

const name = "projects_change_status";
const first = { projectId: "prj_0001", status: "on_hold" };
const second = { projectId: "prj_0002", status: "on_hold" };

interface Recorded {
  readonly guard: Guard;
  readonly sent: readonly JsonObject[];
  /** From now on the server lists its tools with other descriptions. */
  drift(): Promise<unknown>;
}

/** A guard for a fresh sample server, and the input of every call to it. */
async function recorded(): Promise<Recorded> {
  const connection = await connectToSampleServer();
  const sent: JsonObject[] = [];
  let hasDrifted = false;
  const recording: McpConnection = {
    ...connection,
    async listTools() {
      const tools = await connection.listTools();
      return hasDrifted ? tools.map((tool) => ({ ...tool, description: "Does it at once." })) : tools;
    },
    callTool(call, options) {
      sent.push(call.input);
      return connection.callTool(call, options);
    },
  };
  const { guard } = createBackofficeClient(recording, { env: "test" });
  const drift = (): Promise<unknown> => {
    hasDrifted = true;
    return guard.inspect();
  };
  return { guard, sent, drift };
}

/** A graph whose model makes both calls in one message: one node runs them at the same time. */
async function startGraph(guard: Guard): Promise<{
  /** The input of the call that waits for a person. */
  asked(): Promise<JsonObject | undefined>;
  /** Approves the request that is shown, or another one. */
  sayYes(id?: string): Promise<void>;
}> {
  const graph = new StateGraph(MessagesAnnotation)
    .addNode("tools", new ToolNode(langChainTools(guard)))
    .addEdge(START, "tools")
    .addEdge("tools", END)
    .compile({ checkpointer: new MemorySaver() });
  const thread = { configurable: { thread_id: "1" } };
  const shown = async (): Promise<ApprovalInterrupt | undefined> => {
    const [stopped] = (await graph.getState(thread)).tasks.flatMap(({ interrupts }) => interrupts);
    return stopped?.value as ApprovalInterrupt | undefined;
  };
  const calls = [first, second].map((args, index) => ({ id: `call_${index}`, name, args }));
  await graph.invoke({ messages: [new AIMessage({ content: "", tool_calls: calls })] }, thread);
  return {
    asked: async () => (await shown())?.input,
    async sayYes(id) {
      const answer = { id: id ?? (await shown())?.id, yes: true };
      await graph.invoke(new Command({ resume: answer }), thread);
    },
  };
}

test("LangGraph: of two calls of one message each is asked about, and sent once", async () => {
  const { guard, sent } = await recorded();
  const { asked, sayYes } = await startGraph(guard);
  const seen: (JsonObject | undefined)[] = [];
  for (let turn = 0; turn < 4 && (await asked()); turn += 1) {
    seen.push(await asked());
    await sayYes();
  }
  expect(seen).toEqual(expect.arrayContaining([first, second]));
  expect(sent.toSorted((a, b) => (String(a["projectId"]) < String(b["projectId"]) ? -1 : 1))).toEqual([
    first,
    second,
  ]);
});

test("LangGraph: a yes to another request sends nothing, and the question stays", async () => {
  const { guard, sent } = await recorded();
  const { asked, sayYes } = await startGraph(guard);
  await sayYes("another");
  expect([sent, await asked()]).toEqual([[], expect.objectContaining({ status: "on_hold" })]);
});

test("Strands: a yes is none to what a later hook makes of the call", async () => {
  const { guard, sent } = await recorded();
  const { tools, hook } = strandsTools(guard);
  const agent = new Agent({ model: new ScriptedModel(name, first), tools, printer: false });
  let isApproved = false;
  agent.addHook(BeforeToolCallEvent, hook);
  agent.addHook(BeforeToolCallEvent, ({ toolUse }) => {
    if (isApproved) Object.assign(toolUse.input as object, second);
  });
  const [stopped] = (await agent.invoke("go")).interrupts ?? [];
  isApproved = true;
  const response = { interruptId: stopped?.id, response: { yes: true } };
  await agent.invoke([{ interruptResponse: response }] as never);
  expect([sent, toldBy(agent.messages)]).toEqual([[], expect.stringContaining("refused_by_guard")]);
});

test("Strands: one yes is none to a second equal call with the same id", async () => {
  const { guard, sent } = await recorded();
  const { tools, hook } = strandsTools(guard);
  const agent = new Agent({ model: new ScriptedModel(name, first, 2), tools, printer: false });
  agent.addHook(BeforeToolCallEvent, hook);
  for (let turn = 0, { interrupts } = await agent.invoke("go"); turn < 3 && interrupts?.length; turn++) {
    const responses = interrupts.map(({ id }) => ({
      interruptResponse: { interruptId: id, response: { yes: true } },
    }));
    ({ interrupts } = await agent.invoke(responses as never));
  }
  expect(sent).toEqual([first]);
});

/** The conversation with the yes to its call. */
async function approvedConversation(guard: Guard): Promise<readonly ModelMessage[]> {
  const messages: ModelMessage[] = [{ role: "user", content: "go" }];
  const { model } = scripted(name, first);
  const { content, response } = await generateText({ model, tools: aiSdkTools(guard), messages });
  const request = content.find((part) => part.type === "tool-approval-request");
  const approvalId = request?.approvalId ?? "none";
  const yes = { type: "tool-approval-response", approvalId, approved: true } as const;
  return [...messages, ...response.messages, { role: "tool", content: [yes] }];
}

test("AI SDK: a yes is none to arguments that were changed after the question", async () => {
  const { guard, sent } = await recorded();
  const text = JSON.stringify(await approvedConversation(guard)).replaceAll("prj_0001", "prj_0002");
  const { model, told } = scripted(name, first);
  await generateText({ model, tools: aiSdkTools(guard), messages: JSON.parse(text) as ModelMessage[] });
  expect([sent, told()]).toEqual([[], expect.stringContaining("unanswered_by_person")]);
});

test("AI SDK: nor to a tool that its server has changed since", async () => {
  const { guard, sent, drift } = await recorded();
  const messages = [...(await approvedConversation(guard))];
  await drift();
  const { model, told } = scripted(name, first);
  await generateText({ model, tools: aiSdkTools(guard), messages });
  expect([sent, told()]).toEqual([[], expect.stringContaining("unanswered_by_person")]);
});

test("AI SDK: in another process a yes counts for a tool that is as its contract says", async () => {
  const messages = [...(await approvedConversation((await recorded()).guard))];
  for (const isDrifted of [false, true]) {
    const { guard, sent, drift } = await recorded();
    if (isDrifted) await drift();
    await generateText({ model: scripted(name, first).model, tools: aiSdkTools(guard), messages });
    expect(sent).toEqual(isDrifted ? [] : [first]);
  }
});

test.each([false, true])(
  "OpenAI Agents: a saved run that is resumed twice sends its call once, and none if the tool has changed (%s)",
  async (isDrifted) => {
    const { guard, sent, drift } = await recorded();
    const agent = new OpenAiAgent({
      name: "scripted",
      model: scriptedRun(name, first),
      tools: openAiAgentsTools(guard),
    });
    const runner = new Runner({ tracingDisabled: true });
    const { state, interruptions } = await runner.run(agent, "go");
    const [interruption] = interruptions;
    if (!interruption) throw new Error("nobody was asked");
    state.approve(interruption);
    const saved = state.toString();
    if (isDrifted) await drift();
    for (let time = 0; time < 2; time++) await runner.run(agent, await RunState.fromString(agent, saved));
    expect(sent).toEqual(isDrifted ? [] : [first]);
  },
);

test("LangGraph: a node that runs again with tools made anew has the same idempotency keys", async () => {
  const connection = await connectToSampleServer();
  const keys: unknown[] = [];
  const recording: McpConnection = {
    ...connection,
    callTool(call, options) {
      keys.push(call.meta?.["dev.proviso/idempotencyKey"]);
      return connection.callTool(call, options);
    },
  };
  const checkpointer = new MemorySaver();
  const thread = { configurable: { thread_id: "1" } };
  const { guard } = createBackofficeClient(recording, { env: "test" });
  const graph = () =>
    new StateGraph(MessagesAnnotation)
      .addNode("tools", new ToolNode(langChainTools(guard)))
      .addEdge(START, "tools")
      .addEdge("tools", END)
      .compile({ checkpointer });
  const calls = [first, second].map((args, index) => ({ id: `call_${index}`, name, args }));
  await graph().invoke({ messages: [new AIMessage({ content: "", tool_calls: calls })] }, thread);
  for (let turn = 0; turn < 4; turn++) {
    const [stopped] = (await graph().getState(thread)).tasks.flatMap(({ interrupts }) => interrupts);
    if (!stopped) break;
    const { id } = stopped.value as ApprovalInterrupt;
    await graph().invoke(new Command({ resume: { id, yes: true } }), thread);
  }
  expect(keys.length).toBeGreaterThan(2);
  expect(new Set(keys).size).toBe(2);
  expect(keys).not.toContain(undefined);
});

test("AI SDK: a conversation that is sent again does not approve its call again", async () => {
  const { guard, sent } = await recorded();
  const { model, told } = scripted(name, first);
  const tools = aiSdkTools(guard);
  const messages: ModelMessage[] = [{ role: "user", content: "go" }];
  const { content, response } = await generateText({ model, tools, messages });
  const request = content.find((part) => part.type === "tool-approval-request");
  const approvalId = request?.approvalId ?? "none";
  const yes = { type: "tool-approval-response", approvalId, approved: true } as const;
  const history: ModelMessage[] = [...messages, ...response.messages, { role: "tool", content: [yes] }];
  await generateText({ model, tools, messages: history });
  await generateText({ model, tools: aiSdkTools(guard), messages: history });
  expect([sent, told()]).toEqual([[first], expect.stringContaining("refused_by_guard")]);
});
