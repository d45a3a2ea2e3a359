// A server of a few lines, without an SDK. Its first argument is a file with its tools and answers; see `scripted.ts`.
import { appendFileSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [, , file, logFile] = process.argv;
const script = () => JSON.parse(readFileSync(file, "utf8"));
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const log = (message) => appendFileSync(logFile, `${JSON.stringify(message)}\n`);
const answers = {
  initialize: ({ id, params }) =>
    send({
      id,
      result: {
        protocolVersion: params.protocolVersion,
        serverInfo: { name: "scripted", version: "1" },
        capabilities: {
          tools: { listChanged: true },
          resources: { subscribe: true },
          prompts: {},
          logging: {},
        },
        ...script().initialize,
      },
    }),
  "tools/list": ({ id, params }) => {
    const { pages, tools } = script();
    if (!pages) return send({ id, result: { tools } });
    const at = Number(params?.cursor ?? 0);
    return send({ id, result: { tools: pages[at], nextCursor: String(script().cursor ?? at + 1) } });
  },
  "tools/call": ({ id, params }) => {
    const steps = script().calls?.[params.name] ?? [
      { result: { content: [{ type: "text", text: "done" }] } },
    ];
    for (const step of steps) {
      if (step.exit !== undefined) process.exit(step.exit);
      if (step.junk !== undefined) process.stdout.write(`${step.junk}\n`);
      if (step.send)
        send(
          JSON.parse(
            JSON.stringify(step.send).replaceAll(
              '"$token"',
              JSON.stringify(params._meta?.progressToken ?? null),
            ),
          ),
        );
      if (step.result) send({ id: step.id ?? id, result: step.result });
      if (step.error) send({ id, error: step.error });
    }
  },
  "resources/list": ({ id }) => send({ id, result: { resources: [{ uri: "x://one", name: "one" }] } }),
  "prompts/list": ({ id }) => send({ id, result: { prompts: [{ name: "greet" }] } }),
  "resources/read": ({ id, params }) =>
    send({ id, result: { contents: [{ uri: params.uri, text: "contents" }] } }),
  "prompts/get": ({ id }) => send({ id, result: { messages: [] } }),
  "logging/setLevel": ({ id }) => send({ id, result: {} }),
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  log(message);
  if (message.method === "test/touch") return send({ method: "notifications/tools/list_changed" });
  if (message.method && message.id !== undefined) {
    const answer = answers[message.method];
    if (answer) answer(message);
    else send({ id: message.id, error: { code: -32601, message: `no method ${message.method}` } });
  }
});
