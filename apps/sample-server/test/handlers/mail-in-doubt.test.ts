// A letter whose fate the mail server did not tell: it may have been sent, so it is never sent again.
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import { OutcomeUnknown } from "@proviso/server";
import { expect, onTestFinished, test } from "vitest";
import { createMailer, type Mailer } from "../../src/ports/mail.ts";
import { openTestBackoffice, resultOf } from "../backoffice.ts";

/** The address of a mail server that answers the end of a message, or the command before it, with these lines; none: it hangs up. */
async function mailServer(answers: { readonly DATA?: string; readonly "."?: string }): Promise<string> {
  const server = createServer((socket) => {
    socket.on("error", () => {}).write("220 test\r\n");
    let isData = false;
    createInterface({ input: socket }).on("line", (line) => {
      if (isData && line !== ".") return;
      const answer = line === "DATA" || line === "." ? answers[line] : "250 ok";
      isData = answer?.startsWith("354") ?? false;
      if (answer === undefined) socket.destroy();
      else socket.write(`${answer}\r\n`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as { readonly port: number };
  return `smtp://127.0.0.1:${port}`;
}

test.each([
  ["that hangs up after the whole message has it in doubt", { DATA: "354 go on" }, true],
  ["that refuses the message has not sent it", { DATA: "354 go on", ".": "554 no" }, false],
  ["that hangs up before the message has not sent it", {}, false],
] as const)("a mail server %s", async (_, answers, isInDoubt) => {
  const smtpUrl = await mailServer(answers);
  const letter = { to: ["a@example.com"], subject: "Hello", text: "There." };
  const error = await createMailer({ outbox: "", smtpUrl })
    .send(letter)
    .catch((each: unknown) => each);
  expect(error).toBeInstanceOf(Error);
  expect(error instanceof OutcomeUnknown).toBe(isInDoubt);
});

test("a letter of a campaign that is in doubt is recorded once, and not sent again", async () => {
  const { audit, beside, call, database, sent } = await openTestBackoffice();
  let count = 0;
  const failing: Mailer = {
    async send(message) {
      sent.push(message);
      if (++count === 3) throw new OutcomeUnknown("It may have been sent.");
    },
  };
  const campaign = { templateId: "tmpl_newsletter_q3", segmentId: "seg_active_customers" };
  expect(resultOf(await beside({}, failing)("emails.bulk_send", campaign))).toBe("outcome_unknown");
  const rows = await database.selectFrom("mailEvents").selectAll().execute();
  const events = audit.records.filter(
    ({ event, kind }) => kind === "event" && event === "email.external.in_doubt",
  );
  expect([sent.length, rows.length, events.length]).toEqual([3, 3, 1]);
  const plan = resultOf(await call("emails.bulk_send", { ...campaign, dryRun: true }));
  expect(plan).toMatchObject({ recipientCount: 44 });
});
