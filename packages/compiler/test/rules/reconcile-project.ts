import { contractOf, type ToolText } from "../contract-text.ts";

/** Two files: a tool `acts.act` that changes something, and `things.find`, which finds out what became of a call of it. */
export function reconcileProject(act: ToolText, find: ToolText): Record<string, string> {
  const writes = {
    riskLevel: "high",
    inputSchema: "{ to: string, note?: string }",
    outputSchema: "{ id: string, left?: integer }",
    sideEffects: "[updates: The thing.]",
    permissions: "[acts:do]",
    reconcile: "things.find",
  };
  const reads = {
    inputSchema: "{ callId: string }",
    outputSchema: "{ id: string, left?: integer, more: string }",
  };
  const header =
    "types: { key: { type: string, maxLength: 100 } }\npermissions: { acts:do: Act., things:find: Find. }\n";
  return {
    "acts.yaml": contractOf({ ...writes, ...act }, header).replace("domain: things", "domain: acts"),
    "things.yaml": contractOf({ ...reads, ...find }, "", "find"),
  };
}
