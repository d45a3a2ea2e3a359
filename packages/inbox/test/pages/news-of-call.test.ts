// What is new about a call, in the question that the client's user is asked.
import { expect, test } from "vitest";
import { anna } from "../sample.ts";
import { paid, payment } from "./payment.ts";
import { carla, inboxFixture, waitFor } from "../approvals/people.ts";

test("a question in the client says what the page in the inbox says: a new payee, and another account", async () => {
  const asksHere = {
    ...payment,
    confirmation: { kind: "always", by: "client" },
  } as unknown as typeof payment;
  const app = inboxFixture({ tools: [payment] });
  const there = inboxFixture({
    tools: [asksHere],
    store: app.store,
    clock: app.clock,
    audit: app.audit,
  });
  const question = async (input: object): Promise<string> => {
    const outcome = await there.callAs(anna)("notes.create", input, { canAsk: true });
    return outcome.kind === "input_required" ? outcome.request.message : outcome.kind;
  };
  expect(await question(paid)).toContain("First time with this payee, iban.");
  await app.desk.approve(await waitFor(app, paid), carla);
  expect((await app.callAs(anna)("notes.create", paid)).kind).toBe("completed");
  const other = await question({ ...paid, iban: "GB29NWBK60161331926819" });
  expect(other).toContain("Another account than before: all earlier calls with this payee");
  expect(other).toContain("First time with this iban.");
});
