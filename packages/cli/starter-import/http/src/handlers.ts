import { manifest, toolNames } from "./generated/schemas/index.ts";
import type { Handlers } from "./generated/server/index.ts";
import type { SentCall } from "./http-api.ts";
import { operations } from "./operations.ts";
import type { Ports } from "./ports.ts";

type Call = SentCall & { readonly ports: Ports };

/** Sends the request of the tool's operation. It runs only after the tool's contract was enforced. */
function handlerOf(tool: string) {
  const schema = manifest.tools.find(({ name }) => name === tool)?.inputSchema;
  return (input: object, call: Call) => {
    const operation = operations[tool];
    if (!operation) throw new Error(`operations.ts has no ${tool}; import the document again`);
    return call.ports.api.send(operation, input, call, schema);
  };
}

/**
 * A handler for each tool of the contracts. To replace one, spread the others around it:
 * `{ ...handlers, pets: { ...handlers.pets, feed: async (input, context) => … } }`.
 */
export const handlers = Object.fromEntries(
  Object.entries(toolNames).map(([domain, methods]) => [
    domain,
    Object.fromEntries(Object.entries(methods).map(([method, tool]) => [method, handlerOf(tool)])),
  ]),
  // The server checks each input and each output against the tool's contract.
) as unknown as Handlers<Ports>;
