import type { JsonObject, ToolContract } from "@proviso/manifest";
import { type ApprovalDesk, inbox } from "@proviso/inbox";
import { type TestPerson, testPerson } from "@proviso/inbox/testing";
import {
  createEnforcingServer,
  type EnforcingServer,
  type Outcome,
  type Principal,
  type ServerOptions,
} from "@proviso/server";
import {
  callApproved,
  callAs,
  type FakeClock,
  fakeClock,
  memoryAudit,
  memoryStore,
} from "@proviso/server/testing";
import { highRisk, manifest, tool } from "../../server/test/sample.ts";
import { codemode, type CodemodeOptions } from "../src/index.ts";

export const mia: Principal = {
  id: "mia",
  tenant: "acme",
  kind: "agent",
  permissions: ["orders:read", "orders:refund", "notes:write"],
};

const money: JsonObject = {
  type: "object",
  properties: { cents: { type: "integer" }, currency: { type: "string" } },
  required: ["cents", "currency"],
  additionalProperties: false,
};
const open: JsonObject = { type: "object" };

export const list = tool({
  name: "orders.list",
  domain: "orders",
  title: "List orders",
  sideEffects: [],
  permissions: ["orders:read"],
  inputSchema: { type: "object", properties: {}, additionalProperties: false },
  outputSchema: open,
});

export const refund = tool({
  ...highRisk,
  confirmation: { kind: "always", together: 50 },
  name: "orders.refund",
  domain: "orders",
  title: "Refund an order",
  summary: "Pay {amount.cents, money amount.currency} back for order {orderId}",
  permissions: ["orders:refund"],
  sideEffects: [{ kind: "refunds", description: "The amount.", reversible: false, external: true }],
  inputSchema: {
    type: "object",
    properties: { orderId: { type: "string" }, amount: money },
    required: ["orderId", "amount"],
    additionalProperties: false,
  },
  outputSchema: open,
  timeoutMs: 10_000,
});

export const note = tool({
  name: "notes.create",
  riskLevel: "medium",
  outputSchema: open,
});

export const erase = tool({
  ...refund,
  name: "orders.erase",
  title: "Erase an order",
  riskLevel: "critical",
});

export interface Shop {
  readonly server: EnforcingServer;
  readonly clock: FakeClock;
  readonly audit: ReturnType<typeof memoryAudit>;
  readonly store: ReturnType<typeof memoryStore>;
  /** What tools with effects have done. */
  readonly done: readonly string[];
  /** How often a tool that reads was called. */
  readonly reads: () => number;
  /** Runs a program as `mia`, without asking in the client. */
  readonly run: (source: string) => Promise<Ended>;
  /** Runs it with a person at the client who says yes. */
  readonly approved: (source: string) => Promise<Ended>;
  /** The person for whom `mia` acts, in the inbox. */
  readonly person: TestPerson;
  readonly desk: ApprovalDesk;
}

/** The outcome, with the output where there is one. */
export type Ended = Outcome & { readonly said: JsonObject };

export interface ShopOptions {
  readonly tools?: readonly ToolContract[];
  readonly orders?: number;
  readonly codemode?: CodemodeOptions;
  readonly refunded?: (orderId: string) => void;
  readonly former?: Shop;
  readonly hasInbox?: boolean;
  /** A data folder in the place of memory. */
  readonly state?: Pick<ServerOptions<object>, "audit" | "clock" | "stateKeys" | "store">;
}

/** A shop in memory whose orders are paid back. */
export function shop({
  tools = [list, refund, note, erase],
  orders = 50,
  codemode: limits,
  refunded,
  former,
  hasInbox = true,
  state = {},
}: ShopOptions = {}): Shop {
  const clock = former?.clock ?? fakeClock();
  const store = former?.store ?? memoryStore({ clock });
  const audit = former?.audit ?? memoryAudit();
  const done = (former?.done ?? []) as string[];
  let reads = 0;
  const acts =
    (what: string) =>
    ({ amount, orderId, text }: JsonObject): JsonObject => {
      done.push(
        `${what} ${String(orderId ?? text)} ${String((amount as JsonObject | undefined)?.["cents"] ?? "")}`.trim(),
      );
      refunded?.(String(orderId));
      return { id: `r${done.length}` };
    };
  const handlers = {
    "orders.list": () => {
      reads += 1;
      return {
        orders: Array.from({ length: orders }, (_, index) => ({ id: `o${index + 1}`, cents: 100 + index })),
      };
    },
    "orders.refund": acts("refund"),
    "orders.erase": acts("erase"),
    "notes.create": acts("note"),
    "archive.list": () => ({}),
  };
  const approvals = inbox({ url: "https://office.example/approvals" });
  const names = new Set(tools.map(({ name }) => name));
  const server = createEnforcingServer({
    manifest: manifest(...tools),
    handlers: Object.fromEntries(Object.entries(handlers).filter(([name]) => names.has(name))) as never,
    clock,
    store,
    audit,
    stateKeys: [new Uint8Array(32).fill(7)],
    ...state,
    ...(hasInbox && { approvals }),
    programs: codemode(limits),
    onFault: (error) => {
      console.error(error);
    },
  });
  const end = (outcome: Outcome): Ended => ({
    ...outcome,
    said: outcome.kind === "completed" ? outcome.output : "failure" in outcome ? { ...outcome.failure } : {},
  });
  return {
    server,
    clock,
    store,
    audit,
    done,
    reads: () => reads,
    desk: hasInbox ? approvals.desk : (undefined as never),
    run: async (source) => end(await callAs(server, mia)("programs.run", { source })),
    approved: async (source) => end(await callApproved(server, mia)("programs.run", { source })),
    person: hasInbox
      ? testPerson(approvals, { id: "mia", tenant: "acme", permissions: mia.permissions })
      : (undefined as never),
  };
}

/** A loop over all orders that reads no result of a refund. */
export const refundAll = `
  const { orders } = await tools.orders.list();
  for (const { id, cents } of orders) await tools.orders.refund({ orderId: id, amount: { cents, currency: "EUR" } });
  return orders.length;`;

/** A loop that goes on after a refund that fails, and returns the codes of the failures. */
export const refundEach = `
  const failed = [];
  const { orders } = await tools.orders.list();
  for (const { id, cents } of orders)
    await tools.orders.refund({ orderId: id, amount: { cents, currency: "EUR" } }).catch((error) => { failed.push(error.code); });
  return failed;`;

export function numbers(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `refund o${index + 1} ${100 + index}`);
}
