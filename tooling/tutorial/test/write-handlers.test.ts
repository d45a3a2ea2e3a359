import { execFile } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { manifest } from "@backoffice/schemas";
import { createEnforcingServer, type HandlerTable } from "@proviso/server";
import { callApproved, callAs, fakeClock, memoryAudit, memoryStore } from "@proviso/server/testing";
import { afterAll, expect, it } from "vitest";
import { codeBlocks } from "./page.ts";
import { root } from "./product-copy.ts";

const folder = join(root, "tooling/tutorial/.work-handlers");
afterAll(() => rm(folder, { recursive: true, force: true }));

const services = `import type { CollectionsTools } from "@backoffice/schemas/collections";
import type { OrdersTools } from "@backoffice/schemas/orders";

export interface Services { readonly database: object; readonly mail: { send(): Promise<void> } }
type Refund = OrdersTools["refund"]["input"];
type Run = CollectionsTools["runDunning"];
export declare function findOrder(ports: Services, orderId: string, signal: AbortSignal):
  Promise<{ paidCents: number; refundedCents: number } | undefined>;
export declare function bookRefund(ports: Services, ...refund: [Refund["orderId"], Refund["amount"], Refund["reason"], string?]): Promise<string>;
export declare function tellCustomer(ports: Services, orderId: Refund["orderId"], refundId: string, key: string): Promise<void>;
export declare function refundOfCall(ports: Services, callId: string):
  Promise<OrdersTools["getRefund"]["output"] | undefined>;
export declare function chooseSteps(ports: Services, input: Run["input"]):
  Promise<Pick<Run["preview"], "steps" | "outstanding">>;
export declare function runSteps(ports: Services, input: Run["input"], signal: AbortSignal): Promise<Run["output"]>;
`;

const given = `import { type BackofficeServerOptions, createBackofficeServer } from "@backoffice/server";
import { sqliteState } from "@proviso/trail";
import type { OrdersTools } from "@backoffice/schemas/orders";

declare const [database, readOnlyDatabase]: readonly [object, object];
declare const mail: Services["mail"];
declare const [connectionString, parts]: readonly [string, BackofficeServerOptions<Services>];
declare const annaHerself: { readonly id: string; readonly tenant: string };
declare const refund: OrdersTools["refund"]["input"];
declare const handlers: BackofficeServerOptions<Services>["handlers"];
declare const people: BackofficeServerOptions<Services>["people"];
declare const requirements: NonNullable<BackofficeServerOptions<Services>["requirements"]>;
declare function isOpen(id: string, input: object): Promise<boolean>;
`;

/** What the TypeScript compiler says. */
async function compile(example: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "services.ts"), services);
  await writeFile(join(folder, "example.ts"), `${given}${example}`);
  await writeFile(
    join(folder, "tsconfig.json"),
    `{ "extends": "../test/tsconfig.json", "include": [], "files": ["example.ts"] }`,
  );
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  return new Promise((resolve) => {
    execFile(process.execPath, [tsc, "-p", folder], (_error, stdout) => resolve(stdout));
  });
}

it("the handlers on the page have the types of the sample's contracts", async () => {
  const blocks = await codeBlocks("write-handlers");
  const example = blocks.map(({ text }) => text).join("\n");
  expect(await compile(example)).toBe("");
  expect(await compile(example.replace("fail.orderNotFound", "fail.orderLost"))).toContain("orderLost");
  expect(await compile(example.replace('.status, "refunded"', '.statsu, "refunded"'))).toContain("statsu");
});

/** The services of the page `steps`, whose mail breaks once. */
const workingServices = `
export const done: string[] = [];
let isBroken = true;
export const findOrder = async () => ({ paidCents: 500, refundedCents: 0 });
export const bookRefund = async (...given: unknown[]) => \`ref_\${done.push(\`book \${given.at(-1)}\`)}\`;
export async function tellCustomer(...given: unknown[]): Promise<void> {
  if (isBroken) { isBroken = false; throw new TypeError("no connection"); }
  done.push(\`tell \${given.at(-1)}\`);
}
`;

it("the steps on the page have the types of the contracts, and a call goes on after the finished one", async () => {
  // What follows them is about a contract that the page shows whole: `packages/dbos/test/page.test.ts` tries it.
  const blocks = (await codeBlocks("steps")).filter(({ language }) => language === "ts").slice(0, 2);
  const [handler = ""] = blocks.map(({ text }) => text);
  const example = blocks.map(({ text }) => text).join("\n");
  expect(await compile(example)).toBe("");
  expect(await compile(example.replace("fail.orderNotFound", "fail.orderLost"))).toContain("orderLost");

  await writeFile(join(folder, "services.ts"), workingServices);
  await writeFile(
    join(folder, "steps.ts"),
    handler.replace("type Services }", "}").replace("<Services>", "<object>"),
  );
  const { refundOrder } = await import(join(folder, "steps.ts"));
  const { done } = await import(join(folder, "services.ts"));
  const tools = manifest.tools.filter(({ name }) => ["orders.get_refund", "orders.refund"].includes(name));
  const input = { orderId: "ord_0001", amount: { cents: 100, currency: "EUR" }, reason: "damaged" };
  const clock = fakeClock();
  let hasArrived = false;
  const getRefund = ({ callId }: { readonly callId: string }, { fail }: Fails) => {
    if (!hasArrived || !callId.endsWith("/tell_customer")) throw fail["refundNotFound"]?.();
    const { orderId, amount } = input;
    return { refundId: "ref_1", orderId, amount, remaining: { cents: 400, currency: "EUR" }, status: "paid" };
  };
  const money = { cents: 500, currency: "EUR" };
  const plan = () => ({ customer: "Anna", paid: money, refundedBefore: money, remaining: money });
  const handlers: object = { "orders.refund": { ...refundOrder, plan }, "orders.get_refund": getRefund };
  const server = createEnforcingServer({
    manifest: { ...manifest, tools },
    handlers: handlers as HandlerTable<object>,
    audit: memoryAudit(),
    store: memoryStore({ clock }),
    clock,
    onFault: () => {},
  });
  const anna = { id: "anna", kind: "agent" as const, permissions: ["orders:refund", "orders:read"] };
  const key = { idempotencyKey: "k" };
  const first = await callApproved(server, anna)("orders.refund", input, key);
  expect(first).toMatchObject({ failure: { code: "outcome_unknown" } });
  hasArrived = true;
  clock.advance(21_000);
  // Nobody is asked again.
  expect(await callAs(server, anna)("orders.refund", input, key)).toMatchObject({
    kind: "completed",
    output: { refundId: "ref_1" },
  });
  expect(done).toEqual([expect.stringMatching(/^book [0-9a-f]{32}\/book$/)]);
});

type Fails = { readonly fail: Readonly<Record<string, () => Error>> };
