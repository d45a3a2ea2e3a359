import { flowOf, type FlowSource, type Hints, type SideEffect } from "@proviso/manifest";

export interface HintSources extends FlowSource {
  readonly sideEffects: readonly SideEffect[];
  /** Whether the contract states `returnsUntrusted`; if not, it is assumed. */
  readonly saysUntrusted: boolean;
  /** Whether the contract names the arguments that make two calls the same. */
  readonly isKeyed: boolean;
  /** Undefined: the contract does not say. */
  readonly agency: boolean | undefined;
  /** The field `annotations`. */
  readonly stated: Partial<Hints>;
}

/**
 * The MCP hints follow from the contract; the key fields of `idempotency` count because the runtime
 * then makes it true. A hint that the rest of the contract leaves open is what the author states.
 */
export function deriveHints(sources: HintSources): Hints {
  const { sideEffects, isKeyed, agency, stated } = sources;
  const { sendsOut, returnsUntrusted } = flowOf(sources);
  const readOnlyHint = sideEffects.length === 0;
  const derived = {
    readOnlyHint,
    destructiveHint: sideEffects.some((effect) => !effect.reversible),
    idempotentHint: readOnlyHint || isKeyed,
    openWorldHint: sendsOut || returnsUntrusted,
  };
  const open = openHints(sources).filter((hint) => stated[hint] !== undefined);
  return {
    ...derived,
    ...Object.fromEntries(open.map((hint) => [hint, stated[hint]])),
    ...(agency !== undefined && { agencyHint: agency }),
  };
}

type OpenHint = "destructiveHint" | "idempotentHint" | "openWorldHint";

function isUnclassified({ kind }: SideEffect): boolean {
  return kind === "unclassified";
}

/** The hints that more facts could change: an effect has no kind, or a fact is absent. */
function openHints(sources: HintSources): readonly OpenHint[] {
  const { sideEffects, saysUntrusted, isKeyed } = sources;
  const { sendsOut, returnsUntrusted } = flowOf(sources);
  // Of a tool that only reads, MCP gives these two no meaning.
  const isReading = sideEffects.length === 0;
  const lasting = sideEffects.filter((effect) => !effect.reversible);
  const external = sideEffects.filter((effect) => effect.external);
  const isUntrusted = returnsUntrusted && saysUntrusted;
  return [
    ...(isReading || (lasting.length > 0 && lasting.every(isUnclassified))
      ? ["destructiveHint" as const]
      : []),
    // A tool may be idempotent without the runtime's help.
    ...(isReading || !isKeyed ? ["idempotentHint" as const] : []),
    ...(!isUntrusted && external.every(isUnclassified) && (sendsOut || returnsUntrusted)
      ? ["openWorldHint" as const]
      : []),
  ];
}
