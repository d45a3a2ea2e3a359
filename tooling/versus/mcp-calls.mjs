// Calls over MCP by the official client, in whichever protocol version the server prefers.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

const failure = (error) => ({
  isError: true,
  text: String(error?.message ?? error),
  structured: "",
  code: undefined,
});

/** Fills in the form of a question: `true` for a tick, `phrase` for a text. */
function formContent({ requestedSchema }, fill) {
  const properties = Object.entries(requestedSchema?.properties ?? {});
  return Object.fromEntries(
    properties.map(([name, { type, enum: choices, const: only }]) => [
      name,
      type === "boolean" ? true : (only ?? choices?.[0] ?? fill),
    ]),
  );
}

export async function connectMcp(port, token, person) {
  const asked = [];
  const capabilities = person ? { elicitation: { form: {} } } : {};
  const client = new Client(
    { name: "versus", version: "1.0.0" },
    {
      capabilities,
      versionNegotiation: { mode: "auto" },
      inputRequired: { autoFulfill: person?.isManual !== true },
    },
  );
  if (person)
    client.setRequestHandler("elicitation/create", async ({ params }) => {
      asked.push(params.message);
      await person.meanwhile?.();
      if (person.action !== "accept") return { action: person.action };
      return { action: "accept", content: person.empty ? {} : formContent(params, person.phrase ?? "yes") };
    });
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const transport = new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`), {
    requestInit: { headers },
  });
  await client.connect(transport);
  return {
    client,
    isModern: client.getNegotiatedProtocolVersion?.() >= "2026",
    async call(name, args, more = {}) {
      const before = asked.length;
      try {
        const params = { name, arguments: args, ...more };
        const result = await client.callTool(params, {
          timeout: 8_000,
          ...(person?.isManual && { allowInputRequired: true }),
        });
        const text = (result.content ?? []).map((block) => block.text ?? "").join("\n");
        return { ...readResult(result, text), raw: result, asked: asked.slice(before) };
      } catch (error) {
        return { ...failure(error), asked: asked.slice(before) };
      }
    },
    list: async () => (await client.listTools()).tools,
    close: () => client.close(),
  };
}

/** `code`: what a program can read of a failure, wherever the contender puts it. */
function readResult(result, text) {
  const isError = result.isError === true || result.resultType === "input_required";
  const data = result.structuredContent;
  const body = JSON.stringify({ data, meta: result._meta });
  const code = isError ? /"(?:\w*[cC]ode|type|reason)":"(\w[\w.-]*)"/.exec(body)?.[1] : undefined;
  return { isError, text: `${text} ${body}`, structured: body, data, code };
}
