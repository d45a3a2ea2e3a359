// The agent's program around the AI SDK's tools, for the comparison: POST /call makes the model call one tool, /list shows what it sees.
// This file is part of the measurement, not of what a team writes; only `tools.mjs` is counted.
import { asSchema, generateText } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { callers, openShop } from "../../shop.mjs";
import { createTools, timeout, toolApproval } from "./tools.mjs";

const [file, port] = process.argv.slice(2);
const shop = openShop(file);
const none = { total: 0, noCache: 0, cacheRead: undefined, cacheWrite: undefined };
const usage = { inputTokens: none, outputTokens: { total: 0, text: 0, reasoning: undefined } };

/** A model that calls the tool once and then says that it is done. */
function modelThatCalls(toolName, input) {
  const part = { type: "tool-call", toolCallId: crypto.randomUUID(), toolName, input: JSON.stringify(input) };
  const steps = [
    { content: [part], finishReason: { unified: "tool-calls", raw: undefined }, usage, warnings: [] },
    {
      content: [{ type: "text", text: "done" }],
      finishReason: { unified: "stop", raw: undefined },
      usage,
      warnings: [],
    },
  ];
  return new MockLanguageModelV4({ doGenerate: async () => (steps.length > 1 ? steps.shift() : steps[0]) });
}

async function call({ tool, input, token, person }) {
  const caller = callers[token];
  if (!caller || caller.isExpired) return { isError: true, text: "unauthorized", asked: [] };
  const model = modelThatCalls(tool, input);
  const tools = createTools(shop, caller);
  const messages = [{ role: "user", content: "Do it." }];
  let turn = await generateText({ model, tools, toolApproval, timeout, messages });
  const requests = turn.content.filter(({ type }) => type === "tool-approval-request");
  const asked = requests.map(({ toolCall }) => JSON.stringify(toolCall.input));
  if (requests.length > 0) {
    if (!person) return { isError: true, text: "nobody answered", asked };
    const approved = person.action === "accept";
    const answers = requests.map(({ approvalId }) => ({
      type: "tool-approval-response",
      approvalId,
      approved,
    }));
    messages.push(...turn.responseMessages, { role: "tool", content: answers });
    turn = await generateText({ model, tools, toolApproval, timeout, messages });
  }
  const parts = [...turn.responseMessages, ...messages].flatMap(({ role, content }) =>
    role === "tool" ? content : [],
  );
  const output = parts.find(({ type }) => type === "tool-result")?.output;
  const isError = output?.type !== "json";
  return {
    isError,
    text: JSON.stringify(output ?? "no result"),
    data: isError ? undefined : output.value,
    asked,
  };
}

async function list(token) {
  const tools = Object.entries(createTools(shop, callers[token]));
  return await Promise.all(
    tools.map(async ([name, { description, inputSchema }]) => ({
      name,
      description,
      inputSchema: await asSchema(inputSchema).jsonSchema,
    })),
  );
}

createServer(async (request, response) => {
  const answer =
    request.url === "/list" ? json(request).then(({ token }) => list(token)) : call(await json(request));
  const body = await answer.catch((error) => ({ isError: true, text: String(error), asked: [] }));
  response.setHeader("content-type", "application/json").end(JSON.stringify(body));
}).listen(Number(port), "127.0.0.1");
