import { createHash } from "node:crypto";
import { canonicalJson, isObject, type Budget, type Json, type JsonObject } from "@proviso/manifest";
import type { Manifest, ToolContract } from "@proviso/manifest";

/** What is done with a tool that has no contract. */
export const unlistedRules = ["ask", "hide", "refuse"] as const;
export type UnlistedRule = (typeof unlistedRules)[number];

/** Whether a result that does not fit its contract is refused, or passed on with a warning, or all are passed on unchecked. */
export const outputRules = ["refuse", "warn", "pass"] as const;
export type OutputRule = (typeof outputRules)[number];

/**
 * Risk levels from which up only the inbox approves, the default first: below critical, a host that can show a question asks its own
 * user. Whether that user or the host itself answers, the gateway cannot know.
 */
export const inboxLevels = ["critical", "high", "medium", "low"] as const;
export type InboxLevel = (typeof inboxLevels)[number];

/** What the operator says of one upstream. */
export interface UpstreamRules {
  /** The reviewed contracts; they may have none. */
  readonly contracts: Manifest;
  readonly unlisted: UnlistedRule;
  /** Whether tools without a contract that their server calls reads run unasked. */
  readonly trustsHints: boolean;
  readonly outputs: OutputRule;
  /** The entries of `execution.requirements` that are met. */
  readonly meets: readonly string[];
  /** By the names of tools as their server lists them. */
  readonly budgets: Readonly<Record<string, Budget>>;
}

export const defaultRules: UpstreamRules = {
  contracts: { format: 1, product: "", wireNames: "underscore", permissions: {}, tools: [] },
  unlisted: "ask",
  trustsHints: false,
  outputs: "refuse",
  meets: [],
  budgets: {},
};

/** A tool as the upstream lists it, with every field that it has. */
export interface ListedTool extends JsonObject {
  readonly name: string;
  readonly inputSchema: JsonObject;
}

/** Hex SHA-256 of a definition, whatever the order of its keys. */
export function definitionHash(tool: ListedTool): string {
  return createHash("sha256").update(canonicalJson(tool)).digest("hex");
}

export function isListedTool(value: Json | undefined): value is ListedTool {
  return isObject(value) && typeof value["name"] === "string" && isObject(value["inputSchema"]);
}

/** Whether the server says that a call changes nothing. */
export function claimsToRead({ annotations }: ListedTool): boolean {
  return isObject(annotations) && annotations["readOnlyHint"] === true;
}

/** Why a listed tool is not run, in words for the operator. */
export interface Finding {
  readonly tool: string;
  readonly problem: string;
}

/** A tool that can be called, or is refused with a reason. */
export interface GatewayTool {
  /** The reviewed contract, or the one made for a tool without. */
  readonly contract: ToolContract;
  /** The contract as the stages run it. */
  readonly enforced: ToolContract;
  readonly isReviewed: boolean;
  /** Whether it runs unasked because its server calls it a read. */
  readonly isTrusted: boolean;
  /** Whether it has a reviewed contract by which it runs unasked, and an argument for an address, which could carry data out. */
  readonly takesAddress: boolean;
  /** As the host knows it: with the prefix before its name. */
  readonly definition: ListedTool;
  /** That of its upstream; empty if there is only one. */
  readonly prefix: string;
  readonly outputs: OutputRule;
  /** The operator's, beside the contract's own. */
  readonly budget?: Budget;
  /** Whether nobody has accepted a tool that the first list did not have. Its words do not reach the host. */
  readonly isNew: boolean;
  /** Why every call is refused, for the caller: an agent, which must not accept a change itself. */
  readonly blocked?: string;
  /** What an operator has to do about a definition that is new or has changed. */
  readonly change?: string;
}

export interface ToolSet {
  /** By contract name. */
  readonly tools: ReadonlyMap<string, GatewayTool>;
  /** What the host is listed. */
  readonly listed: readonly JsonObject[];
  readonly findings: readonly Finding[];
}

export const noTools: ToolSet = { tools: new Map(), listed: [], findings: [] };
