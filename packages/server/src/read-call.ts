import { randomUUID } from "node:crypto";
import type { Call, CanonicalInput } from "./call.ts";
import { readCanonical } from "./canonical-copy.ts";
import { fingerprint, fingerprintOfText } from "./fingerprint.ts";
import type { InvokeOptions, Principal } from "./outcome.ts";
import type { PreparedTool } from "./prepare-tool.ts";

/** Undefined for a tool that is unknown, forbidden or hidden from this principal. */
export type FindTool = (name: string, principal: Principal | undefined) => PreparedTool | undefined;

/** Looks the tool up and takes the canonical copy of its input, once for all stages. */
export function readCall(find: FindTool, name: string, input: unknown, options: InvokeOptions): Call {
  const found = find(name, options.principal);
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
  const canonical = readCanonical(input ?? {});
  if (!canonical) return undefined;
  if (!Object.hasOwn(canonical.value, "dryRun")) {
    return { value: canonical.value, fingerprint: fingerprintOfText(canonical.text), dryRun: undefined };
  }
  const { dryRun, ...value } = canonical.value;
  return { value, fingerprint: fingerprint(value), dryRun };
}
