import { aiSdkTools } from "@proviso/client/ai-sdk";
import { generateText, stepCountIs } from "ai";
import type { LanguageModel, ModelMessage } from "ai";
import type { Framework } from "./framework.ts";

interface Script {
  readonly model: LanguageModel;
  /** The results that the model got last, as text. */
  told(): string;
}

/** Calls the tool with each input in turn, then says that it is done. */
export function scripted(toolName: string, ...inputs: readonly object[]): Script {
  let results: readonly object[] = [];
  const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
  const calls = inputs.map((input, at) => [
    { type: "tool-call", toolCallId: `call_${at + 1}`, toolName, input: JSON.stringify(input) },
  ]);
  const model = {
    specificationVersion: "v4",
    provider: "script",
    modelId: "script",
    supportedUrls: {},
    async doGenerate({ prompt }: { prompt: readonly { role: string }[] }) {
      results = prompt.filter(({ role }) => role === "tool");
      const call = calls[results.length];
      const content = call ?? [{ type: "text", text: "done" }];
      return { content, finishReason: { unified: call ? "tool-calls" : "stop" }, usage, warnings: [] };
    },
    doStream: () => Promise.reject(new Error("not used")),
  };
  return { model: model as never, told: () => JSON.stringify(results) };
}

export const aiSdk: Framework = {
  name: "Vercel AI SDK",
  takesText: true,
  offered: (guard) => Object.keys(aiSdkTools(guard)),
  async call(guard, tool, input, say) {
    const { model, told } = scripted(tool, input);
    const tools = aiSdkTools(guard);
    const messages: ModelMessage[] = [{ role: "user", content: "go" }];
    const first = await generateText({ model, tools, messages, stopWhen: stepCountIs(2) });
    const request = first.content.find((part) => part.type === "tool-approval-request");
    if (!request) return { asked: false, told: told() };
    const { phrase } = await guard.review(tool.replace("_", "."), input);
    const { yes: approved, phrase: reason } = say(phrase);
    const response = { type: "tool-approval-response", approvalId: request.approvalId, approved } as const;
    const answer = {
      role: "tool",
      content: [{ ...response, ...(reason === undefined ? {} : { reason }) }],
    } as const;
    const history = [...messages, ...first.response.messages, { ...answer, content: [...answer.content] }];
    await generateText({ model, tools, messages: history });
    return { asked: true, told: told() };
  },
};
