import type { Json, JsonObject, Manifest, RefinedField, ToolContract } from "../contract/contract.ts";
import type { Failure } from "../contract/failure.ts";

/** Our keys of `_meta`, the only field that every MCP SDK leaves unchanged. */
export const metaKeys = {
  contract: "dev.proviso/contract",
  planOf: "dev.proviso/planOf",
  failure: "dev.proviso/failure",
  outcome: "dev.proviso/outcome",
  confirmation: "dev.proviso/confirmation",
  idempotencyKey: "dev.proviso/idempotencyKey",
  resolution: "dev.proviso/resolution",
} as const;

/** Tells hosts that do not know our keys that a person must be asked. */
export const interactionKey = "anthropic/requiresUserInteraction";

/** Whether a key of a tool's `_meta` is derived from its contract, so that authors cannot set it. */
export function isOwnMetaKey(key: string): boolean {
  return key.startsWith("dev.proviso/") || key === interactionKey;
}

/** The extension with which both sides announce themselves (SEP-2133). */
export const extensionName = "dev.proviso/tool-contracts";

/**
 * The request for the contract that applies to a call (SEP-1862), with the name and the arguments of `tools/call`. The result
 * is a `ResolutionNote` and the hints, or the refusal of the call. It never makes the call. With `contract: true` and without
 * arguments, it is about the tool as written, and no call is checked.
 */
export const resolveMethod = "dev.proviso/tools/resolve";

/** In the result of `resolveMethod`: what applies to a call with these arguments. */
export interface ResolutionNote extends Pick<ToolContract, Exclude<RefinedField, "riskReason" | "hints">> {
  readonly tool: string;
  readonly contractHash: string;
  /** Index of the refinement that applies to the call; absent: the tool as written. */
  readonly refinement?: number;
  /** The failure with which the call would be refused now. Absent if none is known. */
  readonly refusal?: Failure;
  /** The call was made before: making it again returns the stored outcome. */
  readonly alreadyDone?: true;
  /** The complete contract, with the schemas as they are listed, for a request with `contract: true`. */
  readonly contract?: ToolContract;
}

/**
 * The result of a dry run: the fields of the tool's own preview, and what every plan has. `Preview` is the tool's generated type; where
 * it is unknown, a plan is read as JSON.
 */
export type Plan<Preview extends object = JsonObject> = Preview & PlanNotes;

/** What every plan has beside the preview. A type alias, because it is JSON. */
export type PlanNotes = {
  readonly dryRun: true;
  readonly warnings: readonly string[];
  readonly missingPermissions: readonly string[];
  readonly expectedSideEffects: readonly string[];
  readonly estimatedDurationMs: number;
};

/** An argument that an approver has narrowed. A type alias, because it is JSON. */
export type Edit = { readonly field: string; readonly from: Json; readonly to: Json };

/** In a result's `_meta`: how the outcome came about. */
export type OutcomeNote = {
  /** What an approver has changed in the arguments; the rest is about the changed call. */
  readonly edited?: readonly Edit[];
} & (
  | {
      readonly kind: "completed" | "planned";
      /** True if a stored outcome was returned and nothing ran. */
      readonly replayed: boolean;
      /** Of a plan: the call was made before, and making it again returns the stored outcome. */
      readonly alreadyDone?: true;
    }
  /** With a failure. `refused`: the tool did not run; `failed`: it ran, and may have had effects. */
  | { readonly kind: "refused" | "failed" }
);

/** In an elicitation's `_meta`: what a person is asked to approve, so that a client can check it. */
export interface ConfirmationNote {
  readonly tool: string;
  /** Hex SHA-256 of the canonical input of the call to approve. */
  readonly fingerprint: string;
  readonly contractHash: string;
  readonly input: JsonObject;
  readonly plan?: Plan;
  /** What a person has to type to approve a call of a critical tool. */
  readonly phrase?: string;
}

/**
 * The phrase that approves one request of a critical tool: its verb and the first six hex digits of the input's fingerprint, so
 * that it cannot be known or typed by habit before the request exists.
 */
export function approvalPhrase(name: string, fingerprint: string): string {
  const verb = name.slice(name.indexOf(".") + 1).replaceAll("_", " ");
  return `${verb} ${fingerprint.slice(0, 6)}`;
}

/** The manifest without forbidden tools, for readers that serve agents. */
export function withoutForbidden(manifest: Manifest): Manifest {
  return { ...manifest, tools: manifest.tools.filter((tool) => tool.riskLevel !== "forbidden") };
}
