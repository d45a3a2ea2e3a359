import { randomUUID } from "node:crypto";
import type { Call, CanonicalInput } from "./call.ts";
import { canonicalCopy } from "./canonical-copy.ts";
import { fingerprint } from "./fingerprint.ts";
import type { InvokeOptions } from "./outcome.ts";
import type { ToolTable } from "./tool-table.ts";

/** Looks the tool up and takes the canonical copy of its input, once for all stages. */
export function readCall(tools: ToolTable, name: string, input: unknown, options: InvokeOptions): Call {
  const found = tools.find(name, options.principal);
  const canonical = found && readInput(input);
  return {
    id: randomUUID(),
    name,
    options,
    trace: { executed: false, replayed: false },
    ...(found && { found }),
    ...(canonical && { canonical }),
  };
}

function readInput(input: unknown): CanonicalInput | undefined {
  const copy = canonicalCopy(input ?? {});
  if (!copy) return undefined;
  const { dryRun, ...value } = copy;
  return { value, fingerprint: fingerprint(value), dryRun };
}
