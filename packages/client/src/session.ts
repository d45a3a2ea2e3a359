import type { ToolContract } from "@proviso/manifest";

/** What a session has been exposed to. Each, once true, stays true. */
export interface SessionFacts {
  /** Content that somebody outside may have written has been returned. */
  readonly sawUntrusted: boolean;
  readonly readPrivate: boolean;
}

export interface Session {
  facts(): SessionFacts;
  /** Notes that a tool has answered. Nothing is known of an unclassified one, so it counts as both. */
  observe(contract: ToolContract | undefined): void;
}

export function createSession(): Session {
  let facts: SessionFacts = { sawUntrusted: false, readPrivate: false };
  return {
    facts: () => facts,
    observe(contract) {
      facts = {
        sawUntrusted: facts.sawUntrusted || (contract?.dataFlow.returnsUntrusted ?? true),
        readPrivate: facts.readPrivate || (contract?.dataFlow.readsPrivate ?? true),
      };
    },
  };
}
