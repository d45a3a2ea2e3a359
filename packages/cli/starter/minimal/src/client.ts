import { createInterface } from "node:readline/promises";
import { fileURLToPath } from "node:url";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { answeredByPerson, type Confirm } from "@proviso/client";
import { connectMcpClient } from "@proviso/client/mcp2";
import { createStarterClient } from "./generated/client/index.ts";

/** Shows the person at the terminal what they are to approve. Without a terminal, nobody can approve anything. */
const askPerson: Confirm = async (request) => {
  if (!process.stdin.isTTY) return { approved: false };
  const shown = request.view.flatMap(({ title, lines }) => [title, ...lines.map((line) => `  ${line}`)]);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // A critical tool wants a phrase that names the call, and any other a yes.
  const phrase = request.kind === "call" ? request.phrase : undefined;
  const ask = phrase === undefined ? "Do it? (y/N)" : `To do it, type: ${phrase}\n>`;
  const answer = await terminal.question(`${shown.join("\n")}\n${ask} `);
  terminal.close();
  return answeredByPerson(
    request,
    phrase === undefined ? { yes: answer === "y" } : { yes: true, phrase: answer },
  );
};

// The client starts the server and talks to it over stdio.
const main = fileURLToPath(new URL("main.js", import.meta.url));
const connection = await connectMcpClient(
  new StdioClientTransport({ command: process.execPath, args: [main] }),
);
const tools = createStarterClient(connection, { confirm: askPerson });

const created = await tools.notes.create({ text: "Water the plants." });
console.log("create", created.ok ? created.value : created.failure);

const listed = await tools.notes.list({});
console.log("list", listed.ok ? listed.value.notes : listed.failure);

// This one asks. Every call returns a typed failure instead of throwing.
if (created.ok) {
  const removed = await tools.notes.remove(created.value);
  console.log("remove", removed.ok ? removed.value : removed.failure.code);
}
await connection.close();
