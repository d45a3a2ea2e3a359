import type { Json, JsonObject } from "@proviso/manifest";
import { loadSchemaChecks } from "@proviso/server/extension";
import { wholeResultSchema } from "../tools/enforced-contract.ts";
import type { GatewayTool } from "../tools/gateway-tool.ts";

/** Names at most so many problems of one result. */
const maxProblems = 5;

/** Returns how a result differs from the tool's contract; empty if it fits. The schema is compiled with the first call. */
export function misfitsOf({ contract }: GatewayTool): (result: JsonObject) => Promise<readonly string[]> {
  let check: Promise<(value: Json) => readonly { readonly path: string; readonly problem: string }[]>;
  return async (result) => {
    check ??= loadSchemaChecks().then((makeChecks) =>
      makeChecks()(() => wholeResultSchema(contract, "refuse")),
    );
    return (await check)(result)
      .slice(0, maxProblems)
      .map(({ path, problem }) => `${path} ${problem}`.trim());
  };
}

/** The result with a last block that says what does not fit. */
export function warnedResult(result: JsonObject, misfits: readonly string[]): JsonObject {
  const text = `Warning of the gateway: this result does not fit the tool's contract: ${misfits.join("; ")}`;
  const content = Array.isArray(result["content"]) ? result["content"] : [];
  return { ...result, content: [...content, { type: "text", text }] };
}
