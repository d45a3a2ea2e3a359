import { acceptedNames, isObject, wireName } from "@proviso/manifest";
import type { Budget, JsonObject, ToolContract } from "@proviso/manifest";
import { sendsUnasked } from "@proviso/compiler";
import { enforcedContract, planWayOf } from "./enforced-contract.ts";
import { inspectList, repeated } from "./inspect-list.ts";
import { claimsToRead, isListedTool } from "./gateway-tool.ts";
import type { GatewayTool, ToolSet, UpstreamRules, ListedTool, Finding } from "./gateway-tool.ts";
import { listedOf } from "./definitions.ts";
import type { KnownTools, Pin } from "./pins.ts";
import { unlistedContracts } from "./unlisted.ts";

export interface ToolRules extends UpstreamRules {
  readonly product: string;
  /** Before the names of the upstream's tools; empty if it is the only one. */
  readonly prefix: string;
  /** What shows an operator the changes of tools. */
  readonly acceptCommand: string;
}

/** Puts what the upstream lists, what is known and what is reviewed together. */
export function toolSet(listed: readonly JsonObject[], known: KnownTools, rules: ToolRules): ToolSet {
  const { sound, findings } = inspect(listed, known);
  const { reviewed, rest, missing } = pairWithContracts(sound, rules);
  const drafted = unlistedContracts(rules.unlisted === "hide" ? [] : rest, rules);
  const unlisted = rest.flatMap((definition) => {
    const contract = drafted.contracts.get(definition.name);
    return contract ? [{ definition, contract, isReviewed: false }] : [];
  });
  const { kept, taken } = withoutTakenNames([...reviewed, ...unlisted]);
  const contracts = new Map(kept.map(({ contract }) => [contract.name, contract]));
  const tools = kept.map((each): GatewayTool => {
    const { contract, definition, isReviewed } = each;
    const { prefix, meets, budgets } = rules;
    const own = definition.name.slice(prefix.length);
    const budget = Object.hasOwn(budgets, own) ? budgets[own] : undefined;
    const outputs = isReviewed ? rules.outputs : "pass";
    const isPlanned = canPlan(contract, definition, prefix, sound);
    return {
      ...each,
      prefix,
      outputs,
      enforced: enforcedContract(contract, { meets, outputs }, isPlanned, contracts),
      takesAddress: isReviewed && sendsUnasked(contract),
      isTrusted: !isReviewed && contract.sideEffects.length === 0,
      ...(budget && { budget }),
      ...blockedBy(definition, isReviewed, known, rules, budget),
    };
  });
  return {
    tools: new Map(tools.map((tool) => [tool.contract.name, tool])),
    listed: listedOf(tools),
    findings: [...findings, ...drafted.findings, ...taken, ...missing],
  };
}

/** A server that does not list the argument or tool would make the call itself, before anybody has approved it. */
function canPlan(
  contract: ToolContract,
  { inputSchema }: ListedTool,
  prefix: string,
  sound: readonly ListedTool[],
): boolean {
  const way = planWayOf(contract);
  if (!way) return false;
  if ("tool" in way) return sound.some((tool) => tool.name === `${prefix}${way.tool}` && claimsToRead(tool));
  const { properties } = inputSchema;
  return isObject(properties) && Object.hasOwn(properties, way.argument);
}

/** The host is shown the definition that is pinned: a changed one may carry words that nobody has read. */
function inspect(listed: readonly JsonObject[], { pins }: KnownTools) {
  const definitions = listed.map((each) =>
    isListedTool(each) ? (pins.get(each.name)?.definition ?? each) : each,
  );
  const accepted = [...pins].flatMap(([name, pin]) => (pin.accepted ? [name] : []));
  return inspectList(definitions, new Set(accepted));
}

/** A forbidden tool is neither listed nor run, and counts as reviewed. */
function pairWithContracts(sound: readonly ListedTool[], { contracts: { tools }, prefix }: ToolRules) {
  const byName = new Map<string, ToolContract>();
  for (const tool of tools)
    for (const name of [wireName(tool, "underscore"), ...acceptedNames(tool)])
      if (!byName.has(name)) byName.set(name, tool);
  const pairs = sound.map((definition) => ({
    definition,
    contract: byName.get(definition.name.slice(prefix.length)),
  }));
  const found = new Set(pairs.map(({ contract }) => contract));
  const missing = tools
    .filter((tool) => !found.has(tool) && tool.riskLevel !== "forbidden")
    .map(({ name }) => ({
      tool: name,
      problem: "it has a contract, and the upstream does not list it (or not soundly)",
    }));
  return {
    reviewed: pairs.flatMap(({ definition, contract }) =>
      contract && contract.riskLevel !== "forbidden"
        ? [{ definition, contract: listedAs(definition.name, contract), isReviewed: true }]
        : [],
    ),
    rest: pairs.flatMap(({ definition, contract }) => (contract ? [] : [definition])),
    missing,
  };
}

/** The host calls the tool by the name that it has always had. */
function listedAs(name: string, contract: ToolContract): ToolContract {
  return wireName(contract, "underscore") === name ? contract : { ...contract, wireName: name };
}

/** A tool that appeared after the first list is not believed: its server may have waited until it was trusted. */
function isSeen(pin: Pin | undefined): boolean {
  return pin !== undefined && (pin.since !== "later" || pin.accepted !== undefined);
}

function blockedBy(
  { name, inputSchema: { properties } }: ListedTool,
  isReviewed: boolean,
  { pins, proposals }: KnownTools,
  { unlisted, acceptCommand }: ToolRules,
  budget: Budget | undefined,
): Pick<GatewayTool, "isNew" | "blocked" | "change"> {
  const isNew = !isReviewed && !isSeen(pins.get(name));
  if (isNew || proposals.has(name)) {
    const why = isNew
      ? "The server did not list this tool at first."
      : "The server has changed this tool since it was first seen.";
    return {
      isNew,
      blocked: `${why} A person has to look at it and accept it; the gateway has told its operator how.`,
      change: `${why} An operator has to look at it and accept it: ${acceptCommand}`,
    };
  }
  const [, argument = ""] = budget?.of.split(".") ?? [];
  if (argument !== "" && !(isObject(properties) && Object.hasOwn(properties, argument)))
    return {
      isNew,
      blocked: `The operator's budget adds up \`${argument}\`, which this tool does not have.`,
    };
  if (isReviewed || unlisted !== "refuse") return { isNew };
  return { isNew, blocked: "This tool has no contract, and the operator refuses such tools." };
}

/** Of two tools that can be called by one name, the one with a contract stays; of two without, neither. */
function withoutTakenNames<Tool extends { readonly contract: ToolContract; readonly isReviewed: boolean }>(
  tools: readonly Tool[],
): { readonly kept: readonly Tool[]; readonly taken: readonly Finding[] } {
  const reviewed = tools.filter(({ isReviewed }) => isReviewed);
  const names = new Set(reviewed.flatMap(({ contract }) => acceptedNames(contract)));
  const others = tools.filter(({ isReviewed }) => !isReviewed);
  const twice = repeated(others.flatMap(({ contract }) => acceptedNames(contract)));
  const isTaken = ({ contract }: Tool): boolean =>
    acceptedNames(contract).some((name) => names.has(name) || twice.has(name));
  return {
    kept: [...reviewed, ...others.filter((tool) => !isTaken(tool))],
    taken: others.filter(isTaken).map(({ contract }) => ({
      tool: wireName(contract, "underscore"),
      problem: "another tool can be called by the same name",
    })),
  };
}
