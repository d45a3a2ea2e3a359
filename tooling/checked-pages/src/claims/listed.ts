import type { JsonObject } from "@proviso/manifest";
import type { Claims } from "./claim.ts";

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
export const listed: Claims = {
  listed: Object.fromEntries(
    Object.keys(sameInContract).map((line) => [
      `the contract that a client gets over MCP has the same ${line}`,
      [
        ({ tool, contract, listed: tools }, [text]) => {
          const facts = tools.get(contract.wireName ?? tool.replace(".", "_"))?.contract;
          const value = facts && JSON.stringify(listedAs(facts, line));
          return facts && (value === JSON.stringify(JSON.parse(text)) || `listed: ${value}`);
        },
        [`data ${line}`, /^.*$/],
      ],
    ]),
  ),
  hints: {
    "a client gets the same hints over MCP": [
      ({ tool, listed: tools }, [text]) => {
        const { annotations = {} } = tools.get(tool.replace(".", "_")) ?? {};
        const said = [...text.matchAll(/`(\w+)` (true|false)/g)].filter(([, name]) => name !== "agencyHint");
        return said.length > 0 && said.every(([, name = "", value]) => String(annotations[name]) === value);
      },
      ["MCP hints", /^.*$/],
    ],
    "a client gets a read-only tool of this name": [
      ({ listed: tools }, [, name = ""]) => tools.get(name)?.annotations["readOnlyHint"] === true,
      ["plan", /^Also from the read-only tool `(\w+)`\.$/],
    ],
  },
};
