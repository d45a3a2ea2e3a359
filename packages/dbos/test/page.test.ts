// The example of the page "Work of many steps": its contract and its handler, and what the call says.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { compile, toManifest } from "../../compiler/src/index.ts";
import { inSteps } from "../../server/src/api/steps.ts";
import type { HandlerTable, ToolContext } from "../../server/src/api/handler.ts";
import { callApproved } from "../../server/src/testing.ts";
import { anna, fixture, type Ports } from "../../server/test/sample.ts";

const page = readFileSync(new URL("../../../apps/docs/src/content/docs/steps.mdx", import.meta.url), "utf8");
const block = (opening: string): string => page.split(`\`\`\`${opening}\n`)[1]?.split("\n```")[0] ?? "";

type Context = ToolContext<Record<string, (message?: string) => Error>, { readonly rooms: Rooms }>;
interface Rooms {
  release(room: string, key: string): void;
}
type Input = Record<"callId" | "room" | "step", string>;

/** The handler as the page prints it. */
function printedUndo(): (input: Input, context: Context) => object {
  const [, text = ""] = /```ts\nundo: ([^]*?),\n```/.exec(page) ?? [];
  // oxlint-disable-next-line no-implied-eval, typescript/no-implied-eval -- our own page
  return new Function(`return ${text}`)() as (input: Input, context: Context) => object;
}

test("the contract of the page compiles, and its booking is undone as the page says", async () => {
  const { model, diagnostics } = compile([
    { path: "trips.yaml", text: `proviso: 1\n${block("yaml\nproviso: 1")}` },
  ]);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  if (!model) throw new Error("the contract has no model");
  const released: string[] = [];
  const undo = printedUndo();
  const rooms: Rooms = { release: (room, key) => void released.push(`${room} ${key.split("/")[1]}`) };
  const { server } = fixture({
    manifest: toManifest(model, { product: "trips", wireNames: "underscore" }),
    handlers: {
      "trips.book": inSteps(async ({ room }: Input, { fail, step }: Context) => {
        await step("hold_room", { room }, () => ({}));
        await step("send_offer", { room }, () => ({}));
        await step("buy_seat", {}, () => {
          throw fail["soldOut"]?.("No seat is left.");
        });
      }),
      "trips.undo": (input: Input, context: Context) => undo(input, { ...context, ports: { rooms } }),
    } as unknown as HandlerTable<Ports>,
  });
  const principal = { ...anna, permissions: ["trips:book"] };
  const call = () => callApproved(server, principal)("trips.book", { tripId: "t1", room: "12" });
  const outcome = await call();
  expect(outcome).toMatchObject({ failure: { code: "sold_out", message: block("text outcome") } });
  expect(released).toEqual(["12 hold_room"]);
  expect(await call()).toEqual(outcome);
});
