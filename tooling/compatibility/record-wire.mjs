// record.mjs FOLDER  prints what a server of this runtime sends for the contracts of FOLDER: its list of tools and its answers to calls.
// `make-fixture.mjs` runs it inside an older state of this repository.
import { pathToFileURL } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { ElicitRequestSchema, ResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { createEnforcingServer } from "@proviso/server/codegen1";
import { connectMcp } from "@proviso/server/mcp";

const folder = pathToFileURL(`${process.argv[2]}/`);
const { manifest } = await import(new URL("schemas/src/index.ts", folder));
const { handlers } = await import(new URL("handlers.ts", folder));
const table = { "notes.print": handlers.notes.print, "notes.remove": handlers.notes.remove };
const server = createEnforcingServer({ manifest, handlers: table, ports: () => ({}) });
const principal = { id: "anna", kind: "agent", permissions: ["notes:read", "notes:write"] };

async function connect(capabilities) {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await connectMcp(server, theirs, { principal, serverInfo: { name: "notes", version: "1.0.0" } });
  const client = new Client({ name: "record", version: "1" }, { capabilities });
  await client.connect(ours);
  return client;
}

const [client, withPerson] = [await connect({}), await connect({ elicitation: {} })];
let question;
withPerson.setRequestHandler(ElicitRequestSchema, ({ params }) => {
  question = params;
  const [field] = Object.keys(params.requestedSchema.properties);
  return { action: "accept", content: { [field]: true } };
});

const { tools } = await client.request({ method: "tools/list", params: {} }, ResultSchema);
const calls = [];
async function call(caller, name, input) {
  question = undefined;
  const params = { name, arguments: input };
  const result = await caller.request({ method: "tools/call", params }, ResultSchema);
  calls.push({ ...params, withPerson: caller === withPerson, ...(question && { question }), result });
}
await call(client, "notes_print", { noteId: "note_1" });
await call(client, "notes_print", { noteId: "note_9" });
await call(client, "notes_remove", { noteIds: ["note_1"], dryRun: true });
if (tools.some(({ name }) => name === "notes_remove_plan"))
  await call(client, "notes_remove_plan", { noteIds: ["note_1"] });
await call(client, "notes_remove", { noteIds: ["note_1"] });
await call(withPerson, "notes_remove", { noteIds: ["note_1"] });
process.stdout.write(`${JSON.stringify({ tools, calls }, null, 2)}\n`);
process.exit();
