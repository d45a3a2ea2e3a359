import type { JsonObject, Manifest, ToolContract } from "@proviso/manifest";
import { expect, test } from "vitest";
import { answeredByPerson, createGuard } from "../src/index.ts";
import type { ConfirmRequest } from "../src/index.ts";
import { deletion, manifestOf } from "./contract.ts";
import { done, fakeConnection, listed } from "./fake-connection.ts";

const inputSchema = { type: "object", properties: { customerId: { type: "string" }, days: { default: 30 } } };

/** What a person is shown of a call, and what is sent. */
async function shownAndSent(
  tool: ToolContract,
  options: { readonly manifest?: Manifest },
  meta?: JsonObject,
) {
  const shown: unknown[] = [];
  const wire = listed(tool);
  const connection = fakeConnection([meta ? { ...wire, meta } : wire], async () => done());
  const confirm = async (request: ConfirmRequest) => {
    shown.push(request.kind === "call" && request.input);
    const phrase = request.kind === "call" ? request.phrase : undefined;
    return answeredByPerson(request, { yes: true, ...(phrase === undefined ? {} : { phrase }) });
  };
  await createGuard(connection, { env: "test", confirm, ...options }).call(tool.name, { customerId: "c" });
  return [shown, connection.calls.map(({ input }) => input)];
}

const filled = { customerId: "c", days: 30 };
test("a person sees, and the server gets, the defaults of the contract", async () => {
  const tool = deletion({ inputSchema });
  expect(await shownAndSent(tool, { manifest: manifestOf(tool) })).toEqual([[filled], [filled]]);
  expect(await shownAndSent(tool, {})).toEqual([[filled], [filled]]);
});
test("a server without contracts gets what was given: it may mean something else", async () => {
  const given = { customerId: "c" };
  expect(await shownAndSent(deletion({ inputSchema }), {}, {})).toEqual([[given], [given]]);
});
