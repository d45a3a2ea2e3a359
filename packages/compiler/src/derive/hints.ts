import type { DataFlow, Hints, SideEffect } from "@proviso/manifest";

export interface HintSources {
  readonly sideEffects: readonly SideEffect[];
  readonly dataFlow: DataFlow;
  readonly idempotent: boolean;
  /** Undefined: the contract does not say. */
  readonly agency: boolean | undefined;
}

/** The MCP hints follow from the contract; `idempotency` counts because the runtime then makes it true. */
export function deriveHints({ sideEffects, dataFlow, idempotent, agency }: HintSources): Hints {
  const readOnlyHint = sideEffects.length === 0;
  return {
    readOnlyHint,
    destructiveHint: sideEffects.some((effect) => !effect.reversible),
    idempotentHint: readOnlyHint || idempotent,
    openWorldHint: dataFlow.sendsOut || dataFlow.returnsUntrusted,
    ...(agency !== undefined && { agencyHint: agency }),
  };
}
