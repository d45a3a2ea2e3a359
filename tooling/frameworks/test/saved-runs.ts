import { deserialize, serialize } from "node:v8";
import { AIMessage } from "@langchain/core/messages";
import { Command, END, MemorySaver, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { Agent as OpenAiAgent, Runner, RunState } from "@openai/agents";
import type { Guard, JsonObject } from "@proviso/client";
import { aiSdkTools } from "@proviso/client/ai-sdk";
import type { FrameworkOptions } from "@proviso/client/ai-sdk";
import { langChainTools } from "@proviso/client/langchain";
import type { ApprovalInterrupt } from "@proviso/client/langchain";
import { openAiAgentsTools } from "@proviso/client/openai-agents";
import { strandsTools } from "@proviso/client/strands";
import { Agent, BeforeToolCallEvent } from "@strands-agents/sdk";
import type { Snapshot } from "@strands-agents/sdk";
import { generateText } from "ai";
import type { ModelMessage } from "ai";
import { scripted } from "./ai-sdk.ts";
import { scripted as scriptedRun, toldBy as toldByItems } from "./openai-agents.ts";
import { ScriptedModel, toldBy } from "./strands.ts";

/** A run that a host saves while a person decides, as a serverless host has to. */
export interface SavedRun {
  /** Runs until a person is asked, and returns what the host saves, with the person's yes. */
  begin(guard: Guard, call: Call): Promise<string>;
  /** Goes on, and returns what the model is told. */
  resume(guard: Guard, call: Call, saved: string, options: FrameworkOptions): Promise<string>;
}

export interface Call {
  readonly name: string;
  readonly input: JsonObject;
}

const aiSdk: SavedRun = {
  async begin(guard, { name, input }) {
    const messages: ModelMessage[] = [{ role: "user", content: "go" }];
    const { model } = scripted(name, input);
    const { content, response } = await generateText({ model, tools: aiSdkTools(guard), messages });
    const request = content.find((part) => part.type === "tool-approval-request");
    const approvalId = request?.approvalId ?? "none";
    const yes = { type: "tool-approval-response", approvalId, approved: true } as const;
    return JSON.stringify([...messages, ...response.messages, { role: "tool", content: [yes] }]);
  },
  async resume(guard, { name, input }, saved, options) {
    const messages = JSON.parse(saved) as ModelMessage[];
    const { model, told } = scripted(name, input);
    await generateText({ model, tools: aiSdkTools(guard, guard.tools, options), messages });
    return told();
  },
};

function openAiAgent(guard: Guard, { name, input }: Call, options: FrameworkOptions): OpenAiAgent {
  const tools = openAiAgentsTools(guard, guard.tools, options);
  return new OpenAiAgent({ name: "scripted", model: scriptedRun(name, input), tools });
}

const openAiAgents: SavedRun = {
  async begin(guard, call) {
    const runner = new Runner({ tracingDisabled: true });
    const { state, interruptions } = await runner.run(openAiAgent(guard, call, {}), "go");
    for (const interruption of interruptions) state.approve(interruption);
    return state.toString();
  },
  async resume(guard, call, saved, options) {
    const agent = openAiAgent(guard, call, options);
    const state = await RunState.fromString(agent, saved);
    const { newItems } = await new Runner({ tracingDisabled: true }).run(agent, state);
    return toldByItems(newItems);
  },
};

const thread = { configurable: { thread_id: "1" } };

function graphOf(guard: Guard, checkpointer: MemorySaver, options: FrameworkOptions) {
  return new StateGraph(MessagesAnnotation)
    .addNode("tools", new ToolNode(langChainTools(guard, guard.tools, options)))
    .addEdge(START, "tools")
    .addEdge("tools", END)
    .compile({ checkpointer });
}

const langGraph: SavedRun = {
  async begin(guard, { name, input }) {
    const checkpointer = new MemorySaver();
    const graph = graphOf(guard, checkpointer, {});
    const message = new AIMessage({ content: "", tool_calls: [{ id: "call_1", name, args: input }] });
    await graph.invoke({ messages: [message] }, thread);
    const [stopped] = (await graph.getState(thread)).tasks.flatMap(({ interrupts }) => interrupts);
    const asked = stopped?.value as ApprovalInterrupt | undefined;
    const { storage, writes } = checkpointer;
    return serialize({ id: asked?.id, storage, writes }).toString("base64");
  },
  async resume(guard, _call, saved, options) {
    const { id, ...stored } = deserialize(Buffer.from(saved, "base64")) as { readonly id: string };
    const graph = graphOf(guard, Object.assign(new MemorySaver(), stored), options);
    const { messages } = await graph.invoke(new Command({ resume: { id, yes: true } }), thread);
    return messages
      .filter(({ type }) => type === "tool")
      .map(({ content }) => String(content))
      .join("\n");
  },
};

function strandsAgent(guard: Guard, { name, input }: Call, options: FrameworkOptions): Agent {
  const { tools, hook } = strandsTools(guard, guard.tools, options);
  const agent = new Agent({ model: new ScriptedModel(name, input), tools, printer: false });
  agent.addHook(BeforeToolCallEvent, hook);
  return agent;
}

const strands: SavedRun = {
  async begin(guard, call) {
    const agent = strandsAgent(guard, call, {});
    const [stopped] = (await agent.invoke("go")).interrupts ?? [];
    return JSON.stringify({ id: stopped?.id, snapshot: agent.takeSnapshot({ preset: "session" }) });
  },
  async resume(guard, call, saved, options) {
    const { id, snapshot } = JSON.parse(saved) as { readonly id: string; readonly snapshot: Snapshot };
    const agent = strandsAgent(guard, call, options);
    agent.loadSnapshot(snapshot);
    await agent.invoke([{ interruptResponse: { interruptId: id, response: { yes: true } } }] as never);
    return toldBy(agent.messages);
  },
};

export const savedRuns = { aiSdk, openAiAgents, langGraph, strands } as const;
