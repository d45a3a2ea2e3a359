import { type JsonObject, readListedContract } from "@proviso/manifest";
import type { Claim, Evidence } from "./claim.ts";

/** The facts of the contract in `_meta` of the tool, as a client gets it over MCP. */
function factsOf({ tool: name, contract, listed: tools }: Evidence): JsonObject | undefined {
  const tool = tools.get(contract.wireName ?? name.replace(".", "_"));
  if (!tool) return undefined;
  const { _meta: meta = {}, ...rest } = tool;
  return readListedContract({ ...rest, meta } as unknown as Parameters<typeof readListedContract>[0]);
}

/** For a line of the front matter, the path of the part of a contract that says the same. */
const sameInContract: Readonly<Record<string, readonly [name: string, part?: string, missing?: string]>> = {
  riskLevel: ["riskLevel"],
  permissions: ["permissions"],
  requirements: ["requirements"],
  stepUp: ["stepUpAuth", "kind"],
  dryRun: ["dryRun", "mode", "none"],
  readsPrivate: ["dataFlow", "readsPrivate"],
  returnsUntrusted: ["dataFlow", "returnsUntrusted"],
};

function listedAs(facts: JsonObject, line: string): unknown {
  const [name = "", part, missing] = sameInContract[line] ?? [];
  const value = facts[name];
  return part === undefined ? value : ((value as JsonObject | undefined)?.[part] ?? missing);
}

/** What a client gets of the tool over MCP. */
export const listed: readonly Claim[] = [
  ...Object.keys(sameInContract).map((line): Claim => ({
    kind: "listed",
    means: "the contract that a client gets over MCP says the same",
    said: [[`data ${line}`, /^.*$/]],
    isTrue(seen, [text]) {
      const facts = factsOf(seen);
      return facts && JSON.stringify(listedAs(facts, line)) === JSON.stringify(JSON.parse(text));
    },
    instead: (seen) => JSON.stringify(listedAs(factsOf(seen) ?? {}, line)),
  })),
  {
    kind: "hints",
    means: "a client gets the same hints over MCP",
    said: [["MCP hints", /^.*$/]],
    isTrue({ tool, listed: tools }, [text]) {
      const annotations = { ...tools.get(tool.replace(".", "_"))?.annotations } as Record<string, unknown>;
      const said = [...text.matchAll(/`(\w+)` (true|false)/g)].filter(([, name]) => name !== "agencyHint");
      return said.length > 0 && said.every(([, name = "", value]) => String(annotations[name]) === value);
    },
  },
  {
    kind: "hints",
    means: "a client gets a read-only tool of this name",
    said: [["plan", /^Also from the read-only tool `(\w+)`\.$/]],
    isTrue: ({ listed: tools }, [, name = ""]) => tools.get(name)?.annotations?.readOnlyHint === true,
  },
];
