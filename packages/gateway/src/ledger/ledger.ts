import { demandedLogIn, type JsonObject } from "@proviso/manifest";
import { planWayOf } from "../tools/enforced-contract.ts";
import type { GatewayTool } from "../tools/gateway-tool.ts";

/**
 * How a clause of a contract holds behind the gateway. `enforced`: here, whatever the upstream does. `key`: if the upstream honours
 * the idempotency key that it gets. `observed`: the gateway sees it and says so. `declared`: only written down.
 */
export const holdings = ["enforced", "key", "observed", "declared"] as const;
export type Holding = (typeof holdings)[number];

export const holdingWords: Readonly<Record<Holding, string>> = {
  enforced: "enforced here",
  key: "enforced if the upstream honours the key",
  observed: "observed",
  declared: "only declared",
};

interface ClauseHolding {
  readonly holding: Holding;
  readonly reason: string;
}

/** Reads how a clause holds. Undefined if the contract says nothing of it. */
type Clause = (tool: GatewayTool) => ClauseHolding | undefined;

const enforced = (reason: string): ClauseHolding => ({ holding: "enforced", reason });
const observed = (reason: string): ClauseHolding => ({ holding: "observed", reason });
const declared = (reason: string): ClauseHolding => ({ holding: "declared", reason });

/** What an operator has to know of a contract that demands a log-in. */
export const noLogIn =
  "a call that needs a log-in cannot run, because no caller here has one: if a yes is enough, write `stepUpAuth: { never: true, reason: … }`";

/** All clauses, in the order in which a call meets them. */
const clauses: Readonly<Record<string, Clause>> = {
  definition: () => enforced("a definition that changes is blocked until an operator accepts it"),
  audit: ({ contract }) =>
    enforced(
      contract.sideEffects.length > 0
        ? "an intent is on record before the call is forwarded"
        : "the call is on record before its result is passed on",
    ),
  inputSchema: () => enforced("arguments that do not fit are refused and not forwarded"),
  permissions: ({ contract }) =>
    contract.permissions.length > 0 ? declared("the one local caller holds every permission") : undefined,
  requirements: ({ contract }) =>
    contract.requirements.length > 0
      ? enforced("each one holds only if the operator names it with `--meets`")
      : undefined,
  rateLimit: ({ contract }) =>
    contract.rateLimit && enforced("calls through this gateway are counted; others of the upstream are not"),
  budget: ({ contract }) =>
    contract.budget && enforced("amounts of calls through this gateway are counted; those of others are not"),
  confirmation: ({ contract, isTrusted }) => {
    if (isTrusted)
      return declared("nobody is asked, because the server calls the tool a read and its hints are trusted");
    if (contract.confirmation.kind === "never")
      return declared("nobody is asked: its contract says that no call needs a person");
    const when = contract.confirmation.kind === "always" ? "every call" : "a call that meets the condition";
    return enforced(
      `${when} is forwarded only after a yes to exactly it, in the inbox or, below \`--inbox-from\`, by the host`,
    );
  },
  stepUpAuth: ({ contract }) => demandedLogIn(contract) && enforced(noLogIn),
  dryRun: ({ contract, enforced: run }) => {
    if (!contract.dryRun) return undefined;
    return run.dryRun && planWayOf(contract)
      ? observed("the upstream makes the plan; that this changes nothing is its word")
      : declared(
          "the contract names no argument or reading tool of the server (`metadata.gateway.dryRun`) that makes the plan",
        );
  },
  idempotency: ({ contract }) =>
    contract.idempotency &&
    enforced(
      "one call is forwarded for each key; if its end is unknown, a repeated call gets `outcome_unknown`",
    ),
  "no second effect": ({ contract }) =>
    contract.idempotency && {
      holding: "key",
      reason: "what the upstream does with one call, and with calls that bypass the gateway, is up to it",
    },
  reconcile: ({ contract, enforced: run }) => {
    if (contract.reconcile === undefined) return undefined;
    return run.reconcile === undefined
      ? declared(`the upstream does not list \`${contract.reconcile}\`, or it does not only read`)
      : observed(`an unknown outcome is what \`${contract.reconcile}\` of the upstream reports`);
  },
  compensate: ({ contract }) =>
    contract.compensate === undefined ? undefined : declared("a forwarded call has no steps to undo"),
  timeout: () => enforced("the caller waits no longer; whether the upstream stops is up to it"),
  outputSchema: ({ contract, isReviewed, outputs }) => {
    if (!contract.outputSchema && !(contract.result && isReviewed)) return undefined;
    if (isReviewed && outputs === "warn")
      return observed("a result that does not fit is passed on with a warning");
    return isReviewed && outputs === "refuse"
      ? enforced("a result that does not fit is withheld")
      : declared("results are passed on unchecked");
  },
  failureModes: ({ contract, isReviewed }) =>
    isReviewed && contract.failureModes.some(({ implied }) => !implied)
      ? declared("an error of the upstream has no code: it is passed on in its own words")
      : undefined,
  sideEffects: ({ isReviewed }) =>
    declared(
      isReviewed
        ? "nothing watches what the upstream does, and only this: a read may write"
        : "nobody has said what a call changes",
    ),
  dataFlow: ({ isReviewed, takesAddress }) => {
    if (!isReviewed) return undefined;
    return takesAddress
      ? enforced(
          "after private and untrusted data was read, by what rules say of data, a person is asked: an address could carry it out",
        )
      : declared("what the upstream reads, and where it sends data, is not seen");
  },
};

/** A row of the ledger. A type alias, because it is JSON. */
export type LedgerRow = {
  readonly tool: string;
  /** The name of its contract. */
  readonly contract: string;
  readonly clause: string;
} & ClauseHolding;

/** Which clauses of a tool's contract hold behind the gateway, and why. */
export function ledgerOf(tool: GatewayTool): readonly LedgerRow[] {
  return Object.entries(clauses).flatMap(([clause, read]) => {
    const found = read(tool);
    return found ? [{ tool: tool.definition.name, contract: tool.contract.name, clause, ...found }] : [];
  });
}

/** The clauses by how they hold: what the record of a call says. */
export function ledgerNote(tool: GatewayTool): JsonObject {
  const rows = ledgerOf(tool);
  return Object.fromEntries(
    holdings.flatMap((holding) => {
      const names = rows.filter((row) => row.holding === holding).map(({ clause }) => clause);
      return names.length > 0 ? [[holding, names]] : [];
    }),
  );
}
