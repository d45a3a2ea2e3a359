import { isSameJson, type Json, type Manifest } from "@proviso/manifest";
import type { Shadow, ShadowPlug } from "@proviso/server";
import type { ToolSet } from "../tools/tool-set.ts";

/** Contracts that judge the calls beside the enforced ones, and have no vote. */
export interface Candidate {
  readonly contracts: Manifest;
  /** `shadow` of `@proviso/replay/shadow`, with where it writes. */
  judge(contracts: Manifest): ShadowPlug;
}

/** One candidate for all gates of a gateway. */
export interface GatewayShadow {
  /** Takes the tools as they are enforced, and as they would be by the candidate. The first list decides what is judged. */
  learned(enforced: ToolSet, candidate: ToolSet): void;
  plugFor(tools: ToolSet): ShadowPlug;
  close(): Promise<void>;
}

export function gatewayShadow({ contracts, judge }: Candidate): GatewayShadow {
  let first: { readonly enforced: ToolSet; readonly plug: ShadowPlug } | undefined;
  let opened: Shadow | undefined;

  /** Later tools, and those that ask because of what a session has seen, are not the candidate's to judge. */
  function isJudged(name: string, { tools }: ToolSet): boolean {
    const was = first?.enforced.tools.get(name);
    const is = tools.get(name);
    return was === undefined || is === undefined
      ? was === is
      : isSameJson(was.enforced as unknown as Json, is.enforced as unknown as Json);
  }

  return {
    learned(enforced, candidate) {
      const tools = [...candidate.tools.values()].map((tool) => tool.enforced);
      first ??= { enforced, plug: judge({ ...contracts, tools }) };
    },
    plugFor: (tools) => ({
      open(runtime) {
        opened ??= first?.plug.open(runtime);
        const judged = new Map<string, boolean>();
        return {
          recorded(entry) {
            const { tool } = entry;
            if (!judged.has(tool) && tools.tools.has(tool)) judged.set(tool, isJudged(tool, tools));
            if (judged.get(tool) ?? !entry.contractHash) opened?.recorded(entry);
          },
          close: async () => {},
        };
      },
    }),
    close: async () => opened?.close(),
  };
}
