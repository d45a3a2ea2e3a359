import { randomUUID } from "node:crypto";
import { withDefaults, type ToolContract } from "@proviso/manifest";
import type { BoundTool } from "../tools/bind-tool.ts";
import type { Call, CanonicalInput } from "../pipeline/call/call.ts";
import { readCanonical, type Canonical } from "../canonical/canonical-copy.ts";
import { fingerprint, fingerprintOfText } from "../canonical/fingerprint.ts";
import { wholePrincipal } from "../canonical/whole-text.ts";
import type { InvokeOptions } from "../api/outcome.ts";
import type { ToolTable } from "../tools/tool-table.ts";

/** A call whose tool is not prepared yet. */
export interface AskedCall extends Omit<Call, "found"> {
  readonly found?: BoundTool;
}

/**
 * Finds the tool and takes the canonical copy of the input, once, before anything asynchronous.
 * Later changes to the caller's object have no effect.
 */
export function readCall(tools: ToolTable, name: string, input: unknown, given: InvokeOptions): AskedCall {
  const options = readOptions(given);
  const known = tools.find(name, options.principal);
  const { tool: foundTool, isPlan = false } =
    known && (options.toolset?.(known.tool.contract) ?? true) ? known : {};
  const canonicalInput = readInput(input, foundTool?.contract, isPlan);
  return {
    id: randomUUID(),
    name,
    options,
    history: { executed: false, replayed: false, records: { made: 0, lost: 0 } },
    ...(foundTool && { found: foundTool }),
    ...(canonicalInput && { canonical: canonicalInput }),
  };
}

/** Reads the options of a call. A caller whose texts are not whole Unicode counts as nobody. */
function readOptions(given: InvokeOptions): InvokeOptions {
  if (wholePrincipal(given.principal)) return given;
  const { principal: _nobody, ...options } = given;
  return options;
}

/** `dryRun` is reserved only if the contract has a dry run; else it is an ordinary property. */
function readInput(
  input: unknown,
  contract: ToolContract | undefined,
  isPlan: boolean,
): CanonicalInput | undefined {
  const canonicalInput = fillIn(readCanonical(input ?? {}), contract);
  if (!canonicalInput) return undefined;
  const bytes = Buffer.byteLength(canonicalInput.text);
  if (isPlan || !contract?.dryRun || !Object.hasOwn(canonicalInput.value, "dryRun")) {
    const print = fingerprintOfText(canonicalInput.text);
    return { value: canonicalInput.value, fingerprint: print, bytes, dryRun: isPlan || undefined };
  }
  const { dryRun, ...value } = canonicalInput.value;
  return { value, fingerprint: fingerprint(value), bytes, dryRun };
}

/** Adds the contract's defaults, so that one input is shown, approved, recorded and executed. */
function fillIn(
  canonicalInput: Canonical | undefined,
  contract: ToolContract | undefined,
): Canonical | undefined {
  if (!canonicalInput || !contract) return canonicalInput;
  const filled = withDefaults(contract.inputSchema, canonicalInput.value);
  return filled === canonicalInput.value ? canonicalInput : readCanonical(filled);
}
