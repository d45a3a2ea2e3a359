import {
  acceptedNames,
  effectKinds,
  movesMoney,
  type SideEffect,
  type ToolContract,
} from "@proviso/manifest";
import type { PauseScope } from "../api/pauses.ts";
import type { Principal } from "../api/outcome.ts";

type Kind = "all" | "tool" | "domain" | "effect" | "tenant";
type Stops = (name: string, call: StoppedCall) => boolean;

/** What decides whether a call is stopped. An `unclassified` effect may be any. */
export interface StoppedCall {
  readonly contract: {
    readonly name: string;
    readonly wireName?: string;
    readonly domain: string;
    readonly sideEffects: readonly SideEffect[];
  };
  readonly principal: Pick<Principal, "tenant">;
}

const stops: Readonly<Record<Kind, Stops>> = {
  all: () => true,
  // Accepts the name over MCP too, which is the one in the logs of hosts.
  tool: (name, { contract }) => acceptedNames(contract).includes(name),
  domain: (name, { contract }) => contract.domain === name,
  // Whoever stops payments means refunds too.
  effect: (name, { contract }) =>
    contract.sideEffects.some(
      ({ kind }) => kind === name || kind === "unclassified" || (name === "pays" && movesMoney({ kind })),
    ),
  tenant: (name, { principal }) => principal.tenant === name,
};

const longest = 300;

/** Whether a text is a scope. With `tools`, it must also stop something there. */
export function scopeProblem(
  scope: PauseScope,
  tools?: readonly Pick<ToolContract, "name" | "wireName" | "domain">[],
): string | undefined {
  const [kind, name] = split(scope);
  if (!kind || scope.length > longest)
    return "say what to pause: all, tool:NAME, domain:NAME, effect:KIND or tenant:ID";
  if (kind === "effect" && !effectKinds.some((each) => each === name))
    return `there is no effect ${name}; there are ${effectKinds.join(", ")}`;
  if (kind === "tool" && tools && !tools.some((tool) => acceptedNames(tool).includes(name)))
    return `there is no tool ${name}`;
  if (kind === "domain" && tools && !tools.some((tool) => tool.domain === name))
    return `there is no domain ${name}`;
  return undefined;
}

/** A scope that cannot be read stops every call. */
export function isStopped(scope: PauseScope, call: StoppedCall): boolean {
  const [kind, name] = split(scope);
  return kind === undefined || stops[kind](name, call);
}

function split(scope: PauseScope): readonly [kind: Kind | undefined, name: string] {
  const scopeColon = scope.indexOf(":");
  const kind = scopeColon < 0 ? scope : scope.slice(0, scopeColon);
  const name = scopeColon < 0 ? "" : scope.slice(scopeColon + 1);
  const isKnown = Object.hasOwn(stops, kind) && (kind === "all" ? scopeColon < 0 : name !== "");
  return [isKnown ? (kind as Kind) : undefined, name];
}
