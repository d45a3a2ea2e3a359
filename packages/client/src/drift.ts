import { canonicalJson, metaKeys, wireInputSchema, wireOutputSchema } from "@proviso/manifest";
import type { Json, JsonObject, ToolContract } from "@proviso/manifest";
import type { WireTool } from "./connection.ts";
import { asObject } from "./json.ts";

/** `changed`: the server's tool is another one. `silent`: it shows no contract. `added`: the client knows no such tool. */
export interface Drift {
  readonly tool: string;
  readonly kind: "changed" | "silent" | "added";
}

/**
 * Compares what a server lists with the contract that this client was built with: the contract in `_meta`, and what a
 * model is shown beside it, because a server can leave the one as it was and change the other.
 */
export function findDrift(pinned: ToolContract, listed: WireTool): Drift | undefined {
  const contract = asObject(listed.meta[metaKeys.contract]);
  if (!contract) return { tool: pinned.name, kind: "silent" };
  const isEqual =
    isSame(contract, pinned as unknown as JsonObject) && isSame(shownBy(listed), shownBy(definition(pinned)));
  return isEqual ? undefined : { tool: pinned.name, kind: "changed" };
}

type Shown = Pick<WireTool, "title" | "description" | "inputSchema" | "outputSchema" | "annotations">;

function definition(pinned: ToolContract): Shown {
  const { title, description, hints } = pinned;
  const [inputSchema, outputSchema] = [wireInputSchema(pinned), wireOutputSchema(pinned)];
  return { title, description, inputSchema, outputSchema, annotations: { ...hints } };
}

/** The four hints of MCP: SDKs drop every other annotation. */
function shownBy({ title, description, inputSchema, outputSchema, annotations = {} }: Shown): JsonObject {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations;
  const hints: readonly (Json | undefined)[] = [readOnlyHint, destructiveHint, idempotentHint, openWorldHint];
  return {
    title: title ?? null,
    description: description ?? null,
    inputSchema,
    outputSchema: outputSchema ?? null,
    hints: hints.map((hint) => hint ?? null),
  };
}

function isSame(a: JsonObject, b: JsonObject): boolean {
  return canonicalJson(a) === canonicalJson(b);
}
