import { viewResult } from "../view/result.ts";
import { visible, wrap } from "../view/text.ts";
import type { DemoStep } from "./step.ts";

const springCampaign = { templateId: "tmpl_newsletter_q3", segmentId: "seg_active_customers" };
const campaignWireName = { timeoutMs: 30_000 };

export const bulkMailNeedsAPlan: DemoStep = {
  title: "Bulk mail needs a dry run first",
  text: "The contract says dryRun: required. We go past the guard once, to see that it is the server that enforces it.",
  async run({ mia, transcript, person, check }) {
    transcript.call("Mia, past the guard", "emails.bulk_send", springCampaign);
    const bare = await mia.connection.callTool(
      { name: "emails.bulk_send", input: springCampaign, meta: {} },
      campaignWireName,
    );
    if (bare.kind === "failed") transcript.shown(wrap(visible(bare.text), 0));
    const isRefused = bare.kind === "failed" && JSON.stringify(bare.meta).includes('"dry_run_required"');
    check("Without a dry run, the server refuses: dry_run_required.", isRefused);
    transcript.call("Mia", "emails.bulk_send", springCampaign);
    person.willAnswer({ approves: true });
    const result = await mia.client.emails.bulkSend(springCampaign);
    transcript.shown(viewResult(result));
    check("With the plan shown and confirmed, the mail is sent.", result.ok && result.value.sent > 0);
  },
};
