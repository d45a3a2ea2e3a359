import { metaKeys, wireName } from "@proviso/manifest";
import type { ImpliedFailureCode, JsonObject, Manifest, ToolContract } from "@proviso/manifest";
import type { McpConnection, WireCall, WireResult, WireTool } from "../connection/connection.ts";

/**
 * Applies this client's contracts to a connection whose server does not know them. Arguments are
 * checked by the contract before they are sent. Whatever the server puts under our `_meta` keys is
 * ignored: refusals, replayed results and requests for confirmation.
 */
export function overlay(connection: McpConnection, contracts: Manifest): McpConnection {
  const known = new Map(contracts.tools.map((tool) => [wireName(tool, contracts.wireNames), tool]));
  let listed: ReadonlySet<string> = new Set();
  return {
    isOverlaid: true,
    async listTools() {
      const tools = await connection.listTools();
      listed = new Set(tools.map(({ name }) => name));
      return Promise.all(tools.map((tool) => laidOver(known.get(tool.name), tool)));
    },
    async callTool(call, options) {
      const contract = known.get(call.name);
      // A tool that is not listed cannot be compared.
      if (contract && !listed.has(call.name)) return { kind: "unknown_tool", message: "not listed" };
      const refusal = contract && (await refuseInput(contract, call));
      return refusal ?? plainResult(contract, await connection.callTool({ ...call, meta: {} }, options));
    },
    async resolve(call) {
      const contract = known.get(call.name);
      return contract && refuseInput(contract, call);
    },
    onElicitation(handler) {
      connection.onElicitation((question) => handler({ ...question, meta: {} }));
    },
    onToolsChanged: (changed) => connection.onToolsChanged(changed),
    close: () => connection.close(),
  };
}

/** The comparison and the check are loaded where they are used: few clients have an overlay. */
async function laidOver(contract: ToolContract | undefined, tool: WireTool): Promise<WireTool> {
  if (!contract) return tool;
  const { compareOverlay } = await import("../pinning/compare-overlay.ts");
  return { ...tool, differences: compareOverlay(contract, tool) };
}

async function refuseInput(contract: ToolContract, { input }: WireCall): Promise<WireResult | undefined> {
  const { inputFault } = await import("./output-fault.ts");
  const why = inputFault(contract, input);
  if (why === undefined) return undefined;
  return overlayFailure("invalid_input", `The arguments do not fit the contract: ${why}`, {
    [metaKeys.outcome]: { kind: "refused" },
  });
}

/** Converts a result of a server without contracts. Its failures have no codes: the text is passed on, the effect is unknown. */
function plainResult(contract: ToolContract | undefined, result: WireResult): WireResult {
  if (result.kind === "failed" && contract)
    return overlayFailure(contract.hints.readOnlyHint ? "internal_error" : "outcome_unknown", result.text);
  // Stryker disable next-line ConditionalExpression, StringLiteral: the other kinds have no `meta` that is read
  return "meta" in result ? { ...result, meta: {} } : result;
}

function overlayFailure(code: ImpliedFailureCode, text: string, more: JsonObject = {}): WireResult {
  const meta = { [metaKeys.failure]: { code, message: text, retry: "never" }, ...more };
  return { kind: "failed", text, meta };
}

/** Removes `idempotency` from contracts, for a server that would run a repeated call again. */
export function withoutRepetition(contracts: Manifest): Manifest {
  const tools = contracts.tools.map(({ idempotency: _idempotency, ...tool }) => ({
    ...tool,
    hints: { ...tool.hints, idempotentHint: tool.hints.readOnlyHint },
  }));
  return { ...contracts, tools };
}
