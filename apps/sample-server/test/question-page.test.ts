// The question that the page "Approve in the client" shows is that of the sample, word for word.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { seededPrincipal } from "../src/identity/principals.ts";
import { openTestBackoffice, start } from "./backoffice.ts";

test("the page shows the question about a deletion as a client gets it", async () => {
  const { server } = await openTestBackoffice();
  const principal = seededPrincipal("mia", new Date(start));
  if (!principal) throw new Error("the sample has no mia");
  const input = { customerId: "cus_0005", reason: "requested_by_customer" };
  const asked = await server.invoke("customers.delete", input, { principal, canAsk: true });
  const { message = "" } = "request" in asked ? asked.request : {};
  const page = new URL("../../docs/src/content/docs/approve-in-the-client.mdx", import.meta.url);
  const [, shown] =
    /```text title="The question of a deletion"\n([\s\S]*?)\n```/.exec(readFileSync(page, "utf8")) ?? [];
  expect(shown).toBe(message);
});
