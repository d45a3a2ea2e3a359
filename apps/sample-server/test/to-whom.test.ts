// What the person who is asked reads first: whom a call concerns.
import { expect, test } from "vitest";
import { openTestBackoffice } from "./backoffice.ts";

/** The question to Mia about a call, after a dry run of it where there must be one. */
async function questionAbout(name: string, input: object): Promise<string> {
  const { as, server } = await openTestBackoffice();
  const call = as("mia");
  const { dryRun } = server.manifest.tools.find((tool) => tool.name === name) ?? {};
  if (dryRun?.mode === "required") await call(name, { ...input, dryRun: true });
  const asked = await call(name, input, { canAsk: true });
  return asked.kind === "input_required" ? asked.request.message : JSON.stringify(asked);
}

test("the subject of an email is not taken for a recipient", async () => {
  const to = ["anna.keller@example.com", "clara.vogel@example.com"];
  const question = await questionAbout("emails.send_external", { to, subject: "Your account", body: "…" });
  const recipients = to.map((address) => JSON.stringify(address)).join(", ");
  expect(question).toContain(`Send an email to ${recipients}, subject "Your account"\n`);
});
