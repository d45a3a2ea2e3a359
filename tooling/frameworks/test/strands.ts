import { strandsTools } from "@proviso/client/strands";
import { Agent, BeforeToolCallEvent, Model } from "@strands-agents/sdk";
import type { BaseModelConfig, JSONValue, Message, ModelStreamEvent } from "@strands-agents/sdk";
import type { Framework } from "./framework.ts";

/** Calls the tool, once or several times with one id, then says that it is done. The SDK identifies models by their class. */
export class ScriptedModel extends Model<BaseModelConfig> {
  readonly call: { readonly name: string; readonly input: string };
  readonly times: number;
  constructor(name: string, input: object, times = 1) {
    super();
    this.times = times;
    this.call = { name, input: JSON.stringify(input) };
  }
  updateConfig(): void {}
  getConfig(): BaseModelConfig {
    return { modelId: "script" };
  }
  async *stream(messages: Message[]): AsyncIterable<ModelStreamEvent> {
    const isDone = messages.at(-1)?.content.some(({ type }) => type === "toolResultBlock") ?? false;
    yield { type: "modelMessageStartEvent", role: "assistant" } as ModelStreamEvent;
    const start = { type: "toolUseStart", name: this.call.name, toolUseId: "call_1" };
    const delta = isDone
      ? { type: "textDelta", text: "done" }
      : { type: "toolUseInputDelta", input: this.call.input };
    for (let time = 0; time < (isDone ? 1 : this.times); time++) {
      yield { type: "modelContentBlockStartEvent", ...(isDone ? {} : { start }) } as ModelStreamEvent;
      yield { type: "modelContentBlockDeltaEvent", delta } as ModelStreamEvent;
      yield { type: "modelContentBlockStopEvent" } as ModelStreamEvent;
    }
    yield { type: "modelMessageStopEvent", stopReason: isDone ? "endTurn" : "toolUse" } as ModelStreamEvent;
  }
}

export const strands: Framework = {
  name: "Strands",
  takesText: true,
  offered: (guard) => strandsTools(guard).tools.map(({ name }) => name),
  async call(guard, tool, input, say) {
    const { tools, hook } = strandsTools(guard);
    const agent = new Agent({ model: new ScriptedModel(tool, input), tools, printer: false });
    agent.addHook(BeforeToolCallEvent, hook);
    const first = await agent.invoke("go");
    const [stopped] = first.interrupts ?? [];
    if (!stopped) return { asked: false, told: toldBy(agent.messages) };
    const { phrase } = stopped.reason as { readonly phrase?: string };
    const response = say(phrase) as unknown as JSONValue;
    await agent.invoke([{ interruptResponse: { interruptId: stopped.id, response } }] as never);
    return { asked: true, told: toldBy(agent.messages) };
  },
};

export function toldBy(messages: readonly Message[]): string {
  return JSON.stringify(
    messages.flatMap(({ content }) => content.filter(({ type }) => type === "toolResultBlock")),
  );
}
