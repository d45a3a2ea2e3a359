import type { Manifest, ToolContract } from "@proviso/manifest";
import { createEnforcingServer, type DurableState, type EnforcingServer, type Policy } from "@proviso/server";
import type { ApprovalsPlug, ShadowPlug } from "@proviso/server";
import { reasonOf } from "@proviso/terminal";
import { holdingWords, ledgerNote, type Holding } from "../ledger/ledger.ts";
import type { GatewayTool, ToolSet } from "../tools/gateway-tool.ts";
import { forwarder } from "./forward.ts";

/** What all gates of a gateway share. Only the gateway closes the state. */
export interface GateParts {
  /** Without the tools. */
  readonly contracts: Manifest;
  readonly state: DurableState;
  readonly approvals: ApprovalsPlug | undefined;
  readonly shadow: ShadowPlug | undefined;
  /** One line for the operator. */
  readonly report: (line: string) => void;
  /** Takes tools away, of which calls are to know nothing. */
  readonly narrow: ((gate: EnforcingServer) => EnforcingServer) | undefined;
}

/** Bytes of a result: an image or a file of some megabytes is usual. */
const maxResultBytes = 32 * 1024 * 1024;

/** The stages around the tools of a list. The state stays open when a gate is closed: the next list has a gate of its own. */
export function makeGate({ tools }: ToolSet, parts: GateParts): EnforcingServer {
  const { contracts, approvals, shadow, report, narrow = (gate) => gate } = parts;
  const onFault = (error: unknown, tool: string): void => report(`${tool}: ${reasonOf(error)}`);
  const { store, audit, stateKeys } = parts.state;
  const all = [...tools.values()];
  const enforced = all.map(withLedger).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const warnOf = (name: string) => (misfits: readonly string[]) =>
    onFault(new TypeError(`the result does not fit the contract: ${misfits.join("; ")}`), name);
  const handlers = all.map((tool) => [tool.contract.name, forwarder(tool, warnOf(tool.contract.name))]);
  const unmet = new Set(enforced.flatMap(({ requirements }) => requirements));
  const budgets = all.flatMap(({ contract, budget, blocked }) =>
    budget && blocked === undefined ? [[contract.name, budget]] : [],
  );
  const refuseBlocked: Policy = ({ tool }) => {
    const reason = tools.get(tool.name)?.blocked;
    return reason === undefined ? { effect: "allow" } : { effect: "deny", reason };
  };
  const gate = createEnforcingServer<unknown>({
    manifest: { ...contracts, tools: enforced },
    handlers: Object.fromEntries(handlers),
    budgets: Object.fromEntries(budgets),
    policies: all.some(({ blocked }) => blocked !== undefined) ? { "*": refuseBlocked } : {},
    requirements: Object.fromEntries([...unmet].map((name) => [name, () => false])),
    store,
    audit,
    stateKeys,
    ...(approvals && { approvals }),
    ...(shadow && { shadow }),
    maxResultBytes,
    auditReads: "outcome_even_if_private",
    onFault,
  });
  return narrow(gate);
}

/** A person who is asked reads which clauses hold here and which are only declared. */
function withLedger(tool: GatewayTool): ToolContract {
  const { enforced } = tool;
  if (enforced.sideEffects.length === 0) return enforced;
  const rows = Object.entries(ledgerNote(tool)) as [Holding, readonly string[]][];
  const lines = rows.map(([holding, names]) => `${holdingWords[holding]}: ${names.join(", ")}`);
  return { ...enforced, description: `${enforced.description}\n\nBehind the gateway: ${lines.join("; ")}.` };
}
