import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { sampleServer } from "../session/connect.ts";
import { viewValue } from "../view/value.ts";
import { visitInbox } from "./inbox-visitor.ts";
import type { DemoStep } from "./step.ts";

const run = promisify(execFile);
const mail = {
  to: ["clara.vogel@example.com"],
  subject: "Your appointment",
  body: "We are looking forward to seeing you on Tuesday.",
};
const wire = { timeoutMs: 30_000 };

export const approvedInTheInbox: DemoStep = {
  title: "A critical call is approved in the inbox",
  text: "Many clients can show no question, or answer it by themselves. With the inbox on, a critical call waits, whatever its client can do, until a person approves it on a web page. We send what Mia's browser would send: the page needs her session, which no agent has.",
  async run({ data, open, transcript, check }) {
    const { connection } = await open("mia", undefined, { inbox: true });
    const call = () => connection.callTool({ name: "emails.send_external", input: mail, meta: {} }, wire);
    transcript.call("Mia, past the guard", "emails.send_external", mail);
    const waiting = await call();
    const text = waiting.kind === "failed" ? waiting.text : "";
    const address = /http:\/\/\S+\/approvals\/[\da-f]{48}/.exec(text)?.[0] ?? "";
    check("Nothing is sent: the call waits, and the answer names its page.", URL.canParse(address));
    const { status } = await fetch(address, {
      redirect: "manual",
      headers: { authorization: "Bearer agent" },
    });
    check("Whoever is not signed in there sees nothing.", status === 303);

    const page = await visitInbox(await linkFor("mia", data, new URL(address).port), address);
    transcript.said("Mia opens the page, and reads all of the call:");
    transcript.shown(viewValue({ call: page.title, tags: page.tags.join(", ") }));
    const unread = await page.approve("yes");
    check("A yes without the phrase of this call is no yes.", unread.tags[0] === "needs a decision");
    transcript.said(`She types “${page.phrase}”.`);
    const approved = await unread.approve(page.phrase);
    check("The page says: approved, not used yet.", approved.tags[0] === "approved, not used yet");
    transcript.call("Mia, past the guard", "emails.send_external", mail);
    const sent = await call();
    check("The same call, made again, runs.", sent.kind === "completed");
    const another = await connection.callTool(
      { name: "emails.send_external", input: { ...mail, to: ["anybody@example.com"] }, meta: {} },
      wire,
    );
    const waits = another.kind === "failed" && JSON.stringify(another.meta).includes('"approval_pending"');
    check("It was for that call alone: another recipient waits for another approval.", waits);
  },
};

/** The operator of the sample has a link for each of its people. */
async function linkFor(name: string, data: string, port: string): Promise<URL> {
  const [command = "", ...args] = sampleServer("--data", data, "--inbox", port, "--dev-link", name);
  const { stdout } = await run(command, args);
  return new URL(stdout.trim());
}
