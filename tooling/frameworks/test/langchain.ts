import { langChainTools } from "@proviso/client/langchain";
import type { ApprovalInterrupt } from "@proviso/client/langchain";
import { AIMessage } from "@langchain/core/messages";
import type { BaseMessage } from "@langchain/core/messages";
import { Command, END, MemorySaver, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import type { Framework } from "./framework.ts";

export const langChain: Framework = {
  name: "LangGraph",
  takesText: true,
  offered: (guard) => langChainTools(guard).map(({ name }) => name),
  async call(guard, tool, input, say) {
    const graph = new StateGraph(MessagesAnnotation)
      .addNode("tools", new ToolNode(langChainTools(guard)))
      .addEdge(START, "tools")
      .addEdge("tools", END)
      .compile({ checkpointer: new MemorySaver() });
    const thread = { configurable: { thread_id: "1" } };
    const message = new AIMessage({ content: "", tool_calls: [{ id: "call_1", name: tool, args: input }] });
    const first = await graph.invoke({ messages: [message] }, thread);
    const [stopped] = (await graph.getState(thread)).tasks.flatMap(({ interrupts }) => interrupts);
    if (!stopped) return { asked: false, told: toldBy(first.messages) };
    const { id, phrase } = stopped.value as ApprovalInterrupt;
    const second = await graph.invoke(new Command({ resume: { id, ...say(phrase) } }), thread);
    return { asked: true, told: toldBy(second.messages) };
  },
};

function toldBy(messages: readonly BaseMessage[]): string {
  return messages
    .filter((message) => message.type === "tool")
    .map(({ content }) => String(content))
    .join("\n");
}
