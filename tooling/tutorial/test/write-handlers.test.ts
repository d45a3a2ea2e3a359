import { execFile } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
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
export declare function bookRefund(ports: Services, ...refund: [Refund["orderId"], Refund["amount"], Refund["reason"]]): Promise<string>;
export declare function refundOfCall(ports: Services, callId: string):
  Promise<OrdersTools["getRefund"]["output"] | undefined>;
export declare function chooseSteps(ports: Services, input: Run["input"]):
  Promise<Pick<Run["preview"], "steps" | "outstanding">>;
export declare function runSteps(ports: Services, input: Run["input"], signal: AbortSignal): Promise<Run["output"]>;
`;

const given = `import { type BackofficeServerOptions, createBackofficeServer } from "@backoffice/server";
import { memoryState, type Principal } from "@proviso/server";
import { sqliteState } from "@proviso/trail";
import type { OrdersTools } from "@backoffice/schemas/orders";
import { expect } from "vitest";

declare const [database, readOnlyDatabase]: readonly [object, object];
declare const mail: Services["mail"];
declare const anna: Principal;
declare const annaHerself: Pick<Principal, "id" | "tenant">;
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
  expect(await compile(example.replace(".status).toBe", ".statsu).toBe"))).toContain("statsu");
});
