import type { Manifest, ToolContract } from "@proviso/manifest";
import {
  createEnforcingServer,
  type EnforcingServer,
  type EnforcingServerOptions,
  type Policy,
  type ShadowPlug,
} from "@proviso/server";
import { ledgerNote, type LedgerOptions } from "../ledger/ledger.ts";
import { holdingWords, type Holding } from "../ledger/clauses.ts";
import type { GatewayTool } from "../tools/gateway-tool.ts";
import { forwarder } from "./forward.ts";
import type { ToolSet } from "../tools/tool-set.ts";

/** What all gates of a gateway share. */
export interface GateParts extends LedgerOptions {
  readonly product: string;
  readonly contracts: Manifest;
  /** The entries of `execution.requirements` that the operator states to be met. */
  readonly meets: ReadonlySet<string>;
  readonly state: Pick<EnforcingServerOptions<unknown>, "store" | "audit" | "stateKeys">;
  readonly approvals: NonNullable<EnforcingServerOptions<unknown>["approvals"]> | undefined;
  readonly shadow: ShadowPlug | undefined;
  readonly onFault: NonNullable<EnforcingServerOptions<unknown>["onFault"]>;
}

/** Bytes of a result: an image or a file of some megabytes is usual. */
const maxResultBytes = 32 * 1024 * 1024;

/** The stages around the tools of a list. The state stays open when a gate is closed: the next list has a gate of its own. */
export function makeGate({ tools }: ToolSet, parts: GateParts): EnforcingServer {
  const { product, contracts, meets, state, approvals, shadow, onFault } = parts;
  const all = [...tools.values()];
  const enforced = all.map((tool) => withLedger(tool, parts)).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const manifest: Manifest = { ...contracts, product, wireNames: "underscore", tools: enforced };
  const warnOf = (name: string) => (misfits: readonly string[]) =>
    onFault(new TypeError(`the result does not fit the contract: ${misfits.join("; ")}`), name);
  const handlers = Object.fromEntries(
    all.map((tool) => {
      const { name } = tool.contract;
      const warn = parts.outputs === "warn" ? warnOf(name) : undefined;
      return [name, forwarder(tool, ledgerNote(tool, parts), warn)];
    }),
  );
  const required = new Set(enforced.flatMap(({ requirements }) => requirements));
  const refuseBlocked: Policy = ({ tool }) => {
    const reason = tools.get(tool.name)?.blocked;
    return reason === undefined ? { effect: "allow" } : { effect: "deny", reason };
  };
  return createEnforcingServer<unknown>({
    manifest,
    handlers,
    policies: all.some(({ blocked }) => blocked !== undefined) ? { "*": refuseBlocked } : {},
    requirements: Object.fromEntries([...required].map((name) => [name, () => meets.has(name)])),
    ...keptOpen(state),
    ...(approvals && { approvals }),
    ...(shadow && { shadow }),
    maxResultBytes,
    auditReads: "outcome_even_if_private",
    onFault,
  });
}

/** A person who is asked reads which clauses hold here and which are only declared. */
function withLedger(tool: GatewayTool, options: LedgerOptions): ToolContract {
  const { enforced } = tool;
  if (enforced.sideEffects.length === 0) return enforced;
  const rows = Object.entries(ledgerNote(tool, options)) as [Holding, readonly string[]][];
  const lines = rows.map(([holding, names]) => `${holdingWords[holding]}: ${names.join(", ")}`);
  return { ...enforced, description: `${enforced.description}\n\nBehind the gateway: ${lines.join("; ")}.` };
}

function keptOpen({ store, audit, stateKeys }: GateParts["state"]): GateParts["state"] {
  return {
    ...(store && { store: withoutClosing(store) }),
    ...(audit && { audit: withoutClosing(audit) }),
    ...(stateKeys && { stateKeys }),
  };
}

/** Wraps a port whose `close` does nothing. */
function withoutClosing<Port extends { close(): Promise<void> }>(port: Port): Port {
  return new Proxy(port, {
    get: (target, name) => {
      const value: unknown = name === "close" ? leaveOpen : Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

async function leaveOpen(): Promise<void> {}
