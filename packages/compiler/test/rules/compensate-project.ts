import { contractOf, type ToolText } from "../contract-text.ts";

/** Two files: a tool `acts.act` that is made of steps, and `things.undo`, which undoes one. */
export function compensateProject(act: ToolText, undo: ToolText): Record<string, string> {
  const writes = {
    riskLevel: "high",
    inputSchema: "{ to: string }",
    sideEffects: "[updates: The thing.]",
    idempotency: "{ key: [to], onRepeat: Returns the thing. }",
  };
  const undoes = {
    inputSchema: "{ callId: string }",
    idempotency: "{ key: [callId], onRepeat: Returns it. }",
  };
  const acts = contractOf({ ...writes, compensate: "things.undo", ...act });
  return {
    "acts.yaml": acts.replace("domain: things", "domain: acts"),
    "things.yaml": contractOf({ ...writes, ...undoes, ...undo }, "", "undo"),
  };
}
