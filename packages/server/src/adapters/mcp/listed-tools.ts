import type { Writable } from "node:stream";
import type { ToolContract } from "@proviso/manifest";
import type { EnforcingServer } from "../../api/outcome.ts";
import { toolDefiner } from "../wire/definition.ts";
import { toolPages, type ListPage, type PageOptions } from "../wire/tool-pages.ts";
import type { ListToolsResult, Transport } from "./sdk.ts";

/** The JSON text of a result's tools, for a transport that can write text. */
const listTexts = new WeakMap<object, () => Buffer>();

/**
 * Answers `tools/list`. With one page, definitions are made when first read, and their JSON text
 * once a list: with a thousand tools it has megabytes, which the SDK would print each time.
 */
export function listedTools(server: EnforcingServer, options: PageOptions): ListPage<ListToolsResult> {
  const pageOf = toolPages(server, options);
  const definitionsOf = toolDefiner(server);
  let last: { readonly tools: readonly ToolContract[]; readonly text: Buffer } | undefined;
  const textOf = (tools: readonly ToolContract[]): Buffer => {
    if (!last || !areSameDefinitions(last.tools, tools)) {
      last = { tools, text: Buffer.from(JSON.stringify(tools.flatMap(toolDefiner(server)))) };
    }
    return last.text;
  };
  return (here, principal, cursor) => {
    if (cursor !== undefined || options.toolsPerPage !== undefined)
      return pageOf(here, principal, cursor) as unknown as ListToolsResult;
    const tools = here.list(principal);
    const result = {
      get tools() {
        return tools.flatMap(definitionsOf);
      },
    };
    listTexts.set(result, () => textOf(tools));
    return result as unknown as ListToolsResult;
  };
}

function areSameDefinitions(some: readonly ToolContract[], others: readonly ToolContract[]): boolean {
  return some === others || (some.length === others.length && some.every((tool, at) => tool === others[at]));
}

type ListMessage = Parameters<Transport["send"]>[0];

/**
 * Makes a transport that writes JSON lines to `output` write the prepared text of a list.
 * Everything else the transport sends itself.
 */
export function writingLists(transport: Transport, output: Writable): Transport {
  const send = transport.send.bind(transport);
  transport.send = async (message, options) => {
    const text = "result" in message ? listTexts.get(message.result)?.() : undefined;
    return text ? writeListMessage(output, message, text) : send(message, options);
  };
  return transport;
}

/** Writes the line synchronously, so that nothing comes between its parts. */
async function writeListMessage(output: Writable, message: ListMessage, tools: Buffer): Promise<void> {
  output.write('{"result":{"tools":');
  output.write(tools);
  const rest = JSON.stringify({ ...message, result: undefined });
  if (output.write(`},${rest.slice(1)}\n`)) return;
  await new Promise((resolve) => output.once("drain", resolve));
}
