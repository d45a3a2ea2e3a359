import type { Manifest } from "@proviso/manifest";
import { shadow } from "@proviso/replay/shadow";
import type { Shadow, ShadowPlug } from "@proviso/server";
import type { ToolSet } from "../tools/gateway-tool.ts";

/** Contracts that judge the calls beside the enforced ones, and have no vote. Differences are appended to the file. */
export interface Candidate {
  readonly contracts: Manifest;
  readonly file: string;
}

export type GatewayShadow = ReturnType<typeof gatewayShadow>;

/** One candidate for all gates of a gateway. */
export function gatewayShadow({ contracts, file }: Candidate) {
  let first: { readonly enforced: ToolSet["tools"]; readonly plug: ShadowPlug } | undefined;
  let opened: Shadow | undefined;
  return {
    /** Takes the tools as they are enforced, and as they would be. The first list decides what is judged. */
    learned({ tools: enforced }: ToolSet, candidate: ToolSet): void {
      const tools = [...candidate.tools.values()].map((tool) => tool.enforced);
      first ??= { enforced, plug: shadow({ contracts: { ...contracts, tools }, file }) };
    },
    plugFor: ({ tools }: ToolSet): ShadowPlug => ({
      open(runtime) {
        opened ??= first?.plug.open(runtime);
        // Later tools, and those that ask because of what a session has seen: the candidate knows neither.
        const others = [...tools].filter(([name, { enforced }]) => {
          const known = first?.enforced.get(name)?.enforced;
          return JSON.stringify(enforced) !== JSON.stringify(known);
        });
        const isOther = new Set(others.map(([name]) => name));
        return {
          recorded: (entry) => (isOther.has(entry.tool) ? undefined : opened?.recorded(entry)),
          close: async () => {},
        };
      },
    }),
    close: async (): Promise<void> => opened?.close(),
  };
}
