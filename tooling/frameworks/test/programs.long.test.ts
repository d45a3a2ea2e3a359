// Programs of an agent behind the guard: `run_program` is a tool like any other, and its result taints the session.
import { createBackofficeClient } from "@backoffice/client";
import { answeredByPerson, type Confirm, type Guard } from "@proviso/client";
import { codemode } from "@proviso/codemode";
import { generateText, jsonSchema, type ModelMessage, stepCountIs, tool } from "ai";
import { expect, test } from "vitest";
import { scripted } from "./ai-sdk.ts";
import { connectToSampleServer } from "./sample-server.ts";

async function guarded(confirm?: Confirm): Promise<Guard> {
  const connection = await connectToSampleServer(codemode());
  return createBackofficeClient(connection, { env: "test", ...(confirm && { confirm }) }).guard;
}

test("what a program has read taints what is sent afterwards", async () => {
  const guard = await guarded(async (request) => answeredByPerson(request, { yes: true }));
  const invitation = { eventId: "evt_q4review", email: "anna.keller@example.com" };
  const before = await guard.review("calendar.invite_attendee", invitation);
  const source = "return (await tools.customers.list({})).customers;";
  expect(await guard.call("run_program", { source })).toMatchObject({ ok: true, value: { status: "done" } });
  const { explanations } = await guard.review("calendar.invite_attendee", invitation);
  expect(explanations.filter((each) => !before.explanations.includes(each))).toEqual([
    expect.stringMatching(/^It sends data out: `run_program` returned/),
  ]);
});

test("an agent of the AI SDK runs a program, and a person approves its set", async () => {
  const questions: string[] = [];
  const guard = await guarded(async (request) => {
    questions.push(JSON.stringify(request));
    return answeredByPerson(request, { yes: true });
  });
  const source = `
    const { orders } = await tools.orders.list({ status: "delivered", pageSize: 40 });
    for (const { orderId } of orders.filter(({ refunded }) => refunded.cents === 0).slice(0, 3))
      await tools.orders.refund({ orderId, amount: { cents: 500, currency: "EUR" }, reason: "damaged" });
    return "paid back";`;
  const { model, told } = scripted("run_program", { source });
  const run_program = tool({
    description: "Runs JavaScript that calls tools.",
    inputSchema: jsonSchema<{ source: string }>({
      type: "object",
      properties: { source: { type: "string" } },
      required: ["source"],
    }),
    execute: (input) => guard.call("run_program", input),
  });
  const messages: ModelMessage[] = [{ role: "user", content: "go" }];
  await generateText({ model, tools: { run_program }, messages, stopWhen: stepCountIs(2) });
  expect(told()).toMatch(/"result":"paid back".*"status":"done"/);
  // The guard does not know the tool, so it asks about the program; then the server asks about the calls.
  expect(questions).toHaveLength(2);
  expect(questions[0]).toContain("Nothing reliable is known about this tool.");
  expect(questions[1]).toContain('"sums":[{"count":3,"tool":"orders.refund","total":"EUR 15.00 in all"}]');
});
