import type { Writable } from "node:stream";
import type { ToolContract } from "@proviso/manifest";
import type { EnforcingServer, Principal } from "../../api/outcome.ts";
import { toolDefiner, toolDefinition } from "../wire/definition.ts";
import type { ListToolsResult, Transport } from "./sdk.ts";

/** The text of the tools of a result, for a transport that can write text. */
const texts = new WeakMap<object, () => Buffer>();

/**
 * Answers `tools/list`. Definitions are made when something reads them, and their text is made once for the same tools: with a
 * thousand of them that text has megabytes, and the SDK would write it anew for each answer.
 */
export function listedTools(server: EnforcingServer): (principal: Principal | undefined) => ListToolsResult {
  const definitionOf = toolDefiner(server);
  let last: { readonly tools: readonly ToolContract[]; readonly text: Buffer } | undefined;
  const textOf = (tools: readonly ToolContract[]): Buffer => {
    if (!last || !areSame(last.tools, tools)) {
      const definitions = tools.map((tool) => toolDefinition(tool, server.manifest.wireNames));
      last = { tools, text: Buffer.from(JSON.stringify(definitions)) };
    }
    return last.text;
  };
  return (principal) => {
    const tools = server.list(principal);
    const result = {
      get tools() {
        return tools.map(definitionOf);
      },
    };
    texts.set(result, () => textOf(tools));
    return result as unknown as ListToolsResult;
  };
}

function areSame(some: readonly ToolContract[], others: readonly ToolContract[]): boolean {
  return some === others || (some.length === others.length && some.every((tool, at) => tool === others[at]));
}

type Message = Parameters<Transport["send"]>[0];

/** Lets a transport that writes lines of JSON to `output` write the text of a list as it is; all else it sends itself. */
export function writingLists(transport: Transport, output: Writable): Transport {
  const send = transport.send.bind(transport);
  transport.send = async (message, options) => {
    const text = "result" in message ? texts.get(message.result)?.() : undefined;
    return text ? write(output, message, text) : send(message, options);
  };
  return transport;
}

/** In one turn, so that nothing else comes between the parts of the line. */
async function write(output: Writable, message: Message, tools: Buffer): Promise<void> {
  output.write('{"result":{"tools":');
  output.write(tools);
  const rest = JSON.stringify({ ...message, result: undefined });
  if (output.write(`},${rest.slice(1)}\n`)) return;
  await new Promise((resolve) => output.once("drain", resolve));
}
