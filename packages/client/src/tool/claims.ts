import { effectKinds, readListedContract, riskLevels } from "@proviso/manifest";
import type { EffectKind, Hints, Json, JsonObject, RiskLevel, ToolContract } from "@proviso/manifest";
import { type HasMetadata, toolMetadata } from "./classify.ts";
import type { WireTool } from "../connection/connection.ts";
import { asObject, asString } from "../connection/json.ts";

/**
 * A server's unverified claims about its own tool. The accessors read them as well:
 * `isReadOnly(tool.claims)`. Decisions use them only if the host trusts them.
 */
export interface Claims extends HasMetadata {
  /** Whether the host trusts this server's annotations (`trustAnnotations`). */
  readonly trusted: boolean;
  /** Absent if not given. If annotations and contract differ, the stricter value. */
  readonly hints: Partial<Hints>;
  /** From the contract that the server shows, if any. */
  readonly riskLevel?: RiskLevel;
  readonly confirmation?: "always";
  readonly effects?: readonly ClaimedEffect[];
}

export interface ClaimedEffect {
  readonly kind: EffectKind;
  readonly description: string;
}

/** The strict value of each hint, used if it is not given or two sources differ. */
const strictHints: Required<Hints> = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: true,
  agencyHint: true,
};
const hintNames = Object.keys(strictHints) as (keyof Hints)[];

export function claimsOf(tool: WireTool, trusted: boolean): Claims {
  const contract = claimedContract(tool) ?? {};
  const { annotations = {} } = tool;
  const hints = strictestHints(asObject(contract["hints"]) ?? {}, annotations);
  const riskLevel = riskLevels.find((level) => level === contract["riskLevel"]);
  const asks =
    contract["autonomousExecution"] === false || asObject(contract["confirmation"])?.["kind"] === "always";
  const effects = readEffects(contract["sideEffects"]);
  return {
    trusted,
    hints,
    metadata: toolMetadata(asObject(contract["metadata"]) ?? {}, hints, asks ? true : undefined),
    ...(riskLevel ? { riskLevel } : {}),
    ...(asks ? { confirmation: "always" } : {}),
    ...(effects.length > 0 ? { effects } : {}),
  };
}

/** The facts of the contract that a server lists with a tool, and the hash of its rest: a claim. */
export function claimedContract(tool: WireTool): JsonObject | undefined {
  if (!claimedContracts.has(tool)) claimedContracts.set(tool, readListedContract(tool));
  return claimedContracts.get(tool);
}

const claimedContracts = new WeakMap<WireTool, JsonObject | undefined>();

function strictestHints(...sources: readonly JsonObject[]): Partial<Hints> {
  const claimedHints = hintNames.flatMap((name) => {
    const values = sources.map((source) => source[name]).filter((value) => typeof value === "boolean");
    if (values.length === 0) return [];
    return [[name, values.includes(strictHints[name]) ? strictHints[name] : !strictHints[name]] as const];
  });
  return Object.fromEntries(claimedHints);
}

function readEffects(effects: Json | undefined): readonly ClaimedEffect[] {
  if (!Array.isArray(effects)) return [];
  return effects.flatMap((effect: Json) => {
    const { kind, description } = asObject(effect) ?? {};
    const known = effectKinds.find((each) => each === kind);
    return known ? [{ kind: known, description: asString(description) ?? "" }] : [];
  });
}

/** The fields of a contract that policies use. */
export type PolicyFacts = Pick<
  ToolContract,
  | "name"
  | "title"
  | "description"
  | "riskLevel"
  | "autonomousExecution"
  | "confirmation"
  | "hints"
  | "dataFlow"
  | "metadata"
>;

/**
 * Claims as facts, if they are trusted. Missing claims have the worst value, except agency, whose
 * absence says nothing (seed 000). Without a claimed risk level, medium is used: the hints decide.
 */
export function factsByClaims(
  tool: Pick<PolicyFacts, "name" | "title" | "description">,
  claims: Claims,
): PolicyFacts {
  const { name, title, description } = tool;
  const claimedHints = claims.hints;
  const destroys = claimedHints.destructiveHint ?? claimedHints.readOnlyHint !== true;
  const onlyReads = claimedHints.readOnlyHint === true && !destroys;
  const hints: Hints = {
    readOnlyHint: onlyReads,
    destructiveHint: destroys,
    idempotentHint: onlyReads || claimedHints.idempotentHint === true,
    openWorldHint: claimedHints.openWorldHint !== false,
    ...(claimedHints.agencyHint === undefined ? {} : { agencyHint: claimedHints.agencyHint }),
  };
  return {
    name,
    title,
    description,
    riskLevel: claims.riskLevel ?? "medium",
    autonomousExecution: claims.confirmation !== "always",
    confirmation: { kind: claims.confirmation ?? "never" },
    hints,
    // A closed tool returns nothing from outside. Seed 004 lets every read run, so only a change counts as sending data out.
    dataFlow: {
      readsPrivate: true,
      returnsUntrusted: hints.openWorldHint,
      sendsOut: hints.openWorldHint && !onlyReads,
    },
    metadata: claims.metadata,
  };
}
