import { setTimeout as sleep } from "node:timers/promises";
import { viewResult } from "../view/result.ts";
import type { DemoStep } from "./step.ts";

/** Milliseconds until the link expires: enough for two calls, short enough to wait for. */
const linkLifetimeMs = 2_000;

export const sameLinkTwice: DemoStep = {
  title: "The same request twice is one link",
  text: "Idempotency is declared in the contract, so the runtime makes it true: while the link is valid, the same arguments return the same link.",
  async run({ mia, transcript, check }) {
    const end = Date.now() + linkLifetimeMs;
    const input = { fileId: "f_abc123", expiresAt: new Date(end).toISOString() };
    transcript.call("Mia", "files.create_download_link", input);
    const first = await mia.client.files.createDownloadLink(input);
    transcript.shown(viewResult(first));
    transcript.call("Mia", "files.create_download_link", input);
    const second = await mia.client.files.createDownloadLink(input);
    transcript.shown(viewResult(second));
    const isSame = first.ok && second.ok && first.value.linkId === second.value.linkId;
    check("One link, and the second answer says that it is a repetition.", isSame && second.replayed);
    transcript.said("We wait until it has expired …");
    await sleep(Math.max(0, end - Date.now()) + 50);
    const third = await mia.client.files.createDownloadLink(input);
    transcript.shown(viewResult(third));
    check("Now there is a new link.", first.ok && third.ok && third.value.linkId !== first.value.linkId);
  },
};
