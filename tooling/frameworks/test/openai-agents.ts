import { openAiAgentsTools } from "@proviso/client/openai-agents";
import { Agent, Runner } from "@openai/agents";
import type { Model, RunState, RunToolApprovalItem } from "@openai/agents";
import type { Guard } from "@proviso/client";
import type { Framework, Outcome } from "./framework.ts";

/** Calls the tool, then says that it is done. */
export function scripted(name: string, input: object): Model {
  const usage = { requests: 1, inputTokens: 1, outputTokens: 1, totalTokens: 2 };
  const call = {
    type: "function_call",
    callId: "call_1",
    name,
    status: "completed",
    arguments: JSON.stringify(input),
  };
  const text = {
    type: "message",
    role: "assistant",
    status: "completed",
    content: [{ type: "output_text", text: "done" }],
  };
  return {
    async getResponse({ input: items }) {
      const isDone = Array.isArray(items) && items.some(({ type }) => type === "function_call_result");
      return { usage, output: [isDone ? text : call] } as never;
    },
    getStreamedResponse: () => {
      throw new Error("not used");
    },
  };
}

/** Answers interrupts for this and all later calls of the tool. */
export async function callApprovingAlways(guard: Guard, tool: string, input: object): Promise<Outcome> {
  return callOnce(guard, tool, input, (state, interruption) =>
    state.approve(interruption, { alwaysApprove: true }),
  );
}

export const openAiAgents: Framework = {
  name: "OpenAI Agents SDK",
  takesText: false,
  offered: (guard) => openAiAgentsTools(guard).map(({ name }) => name),
  call: (guard, tool, input, say) =>
    callOnce(guard, tool, input, (state, interruption) => {
      if (say(undefined).yes) state.approve(interruption);
      else state.reject(interruption);
    }),
};

type State = RunState<undefined, Agent<unknown, "text">>;

async function callOnce(
  guard: Guard,
  tool: string,
  input: object,
  answer: (state: State, interruption: RunToolApprovalItem) => void,
): Promise<Outcome> {
  const agent = new Agent({
    name: "scripted",
    model: scripted(tool, input),
    tools: openAiAgentsTools(guard),
  });
  const runner = new Runner({ tracingDisabled: true });
  const first = await runner.run(agent, "go");
  const [interruption] = first.interruptions;
  if (!interruption) return { asked: false, told: toldBy(first.newItems) };
  answer(first.state, interruption);
  const second = await runner.run(agent, first.state);
  return { asked: true, told: toldBy(second.newItems) };
}

export function toldBy(items: readonly { readonly type: string; readonly rawItem?: unknown }[]): string {
  return JSON.stringify(
    items.filter(({ type }) => type === "tool_call_output_item").map(({ rawItem }) => rawItem),
  );
}
