import { toolNames } from "./generated/schemas/index.ts";
import type { Handlers } from "./generated/server/index.ts";
import type { Ports } from "./ports.ts";
import { tools } from "./tools.ts";

interface Call {
  readonly ports: Ports;
  readonly signal: AbortSignal;
  /** One constructor for each failure that the contract declares. */
  readonly fail: { readonly toolFailed?: (message: string) => unknown };
}

/** Calls the tool of the original server. It runs only after the tool's contract was enforced. */
function handlerOf(name: string) {
  return (input: object, { ports, signal, fail }: Call) => {
    const tool = tools[name];
    if (!tool) throw new Error(`tools.ts has no ${name}; import the server again`);
    // A tool that only reads declares this failure. Any other may have had its effect, so its outcome is unknown.
    const failure = fail.toolFailed ?? ((message: string) => new Error(message));
    return ports.upstream.call(tool, input, { signal, failure });
  };
}

/**
 * A handler for each tool of the contracts. To replace one, spread the others around it:
 * `{ ...handlers, files: { ...handlers.files, read: async (input, context) => … } }`.
 */
export const handlers = Object.fromEntries(
  Object.entries(toolNames).map(([domain, methods]) => [
    domain,
    Object.fromEntries(Object.entries(methods).map(([method, tool]) => [method, handlerOf(tool)])),
  ]),
  // The server checks each input and each output against the tool's contract.
) as unknown as Handlers<Ports>;
