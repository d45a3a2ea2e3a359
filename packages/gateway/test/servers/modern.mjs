// A server of MCP 2026-07-28 alone, by the official SDK: asks its user, has a task, a resource and a prompt.
import { appendFileSync } from "node:fs";
import { inputRequired, Server } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

const [, , logFile = "/dev/null"] = process.argv;
const text = (said) => ({ content: [{ type: "text", text: said }] });
const schema = { type: "object", properties: {} };
const tools = ["echo", "ask", "work"].map((name) => ({
  name,
  description: `The tool ${name}.`,
  inputSchema: schema,
  annotations: { readOnlyHint: true },
}));
let polls = 0;
const calls = {
  echo: () => text("echoed"),
  ask({ inputResponses, requestState }) {
    const name = inputResponses?.who?.content?.name;
    if (name !== undefined) return text(`Hello ${name}, ${requestState}`);
    const requestedSchema = { type: "object", properties: { name: { type: "string" } }, required: ["name"] };
    const who = inputRequired.elicit({ message: "Who is it?", requestedSchema });
    return inputRequired({ inputRequests: { who }, requestState: "state-of-the-server" });
  },
  work: () => ({ resultType: "task", taskId: "t1", status: "working", ttlMs: null, pollIntervalMs: 10 }),
};

serveStdio(
  () => {
    const server = new Server(
      { name: "modern", version: "1" },
      { capabilities: { tools: { listChanged: true }, resources: { subscribe: true }, prompts: {} } },
    );
    const log = (line) => appendFileSync(logFile, `${line}\n`);
    server.setRequestHandler("tools/list", () => ({ tools }));
    server.setRequestHandler("tools/call", ({ params }, { mcpReq }) => {
      log(`tools/call ${params.name}`);
      return calls[params.name]({
        inputResponses: mcpReq.inputResponses,
        requestState: mcpReq.requestState?.() ?? mcpReq.requestState,
      });
    });
    const any = { "~standard": { version: 1, vendor: "test", validate: (value) => ({ value }) } };
    server.setRequestHandler("tasks/get", { params: any }, () => {
      const task = { taskId: "t1", ttlMs: null, pollIntervalMs: 10 };
      if (++polls < 3) return { ...task, status: "working" };
      return { ...task, status: "completed", result: text("worked") };
    });
    server.setRequestHandler("resources/list", () => ({
      resources: [{ uri: "memo://one", name: "one" }],
    }));
    server.setRequestHandler("resources/read", ({ params }) => ({
      contents: [{ uri: params.uri, text: "memo" }],
    }));
    server.setRequestHandler("prompts/list", () => ({ prompts: [{ name: "greet" }] }));
    server.setRequestHandler("prompts/get", () => ({
      messages: [{ role: "user", content: { type: "text", text: "hi" } }],
    }));
    return server;
  },
  { legacy: "reject" },
);
