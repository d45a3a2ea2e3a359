import { viewResult } from "../view/result.ts";
import type { DemoStep } from "./step.ts";

const linkId = "lnk_0001";

export const viewingLinkNeedsLess: DemoStep = {
  title: "One tool, treated by what is asked for",
  text: "`files.manage_link` can let outsiders read for longer, and is high risk for that. Viewing a link is low: its contract says so by a condition over the arguments, by which both the guard and the server decide.",
  async run({ mia, transcript, person, check }) {
    const askedBefore = person.timesAsked();
    const look = { linkId, action: "show" } as const;
    transcript.call("Mia", "files.manage_link", look);
    const seen = await mia.client.files.manageLink(look);
    transcript.shown(viewResult(seen));
    check("Viewing runs, and nobody was asked.", seen.ok && person.timesAsked() === askedBefore);
    const extend = { linkId, action: "extend", hours: 48 } as const;
    transcript.call("Mia", "files.manage_link", extend);
    person.willAnswer({ approves: false, brief: true });
    const declined = await mia.client.files.manageLink(extend);
    if (!declined.ok) transcript.refused(declined.failure);
    const after = await mia.client.files.manageLink(look);
    const isSame = seen.ok && after.ok && seen.value.expiresAt === after.value.expiresAt;
    check("To extend asks a person, who says no; the link ends when it did.", !declined.ok && isSame);
  },
};
