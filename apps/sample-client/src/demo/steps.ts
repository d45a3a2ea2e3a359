import type { DemoStep } from "./step.ts";
import { approvedInTheInbox } from "./approved-in-the-inbox.ts";
import { auditVerified } from "./audit-verified.ts";
import { finishedElsewhere } from "./finished-elsewhere.ts";
import { refundPaidOnce } from "./refund-paid-once.ts";
import { viewResult } from "../view/result.ts";
import { visible, wrap } from "../view/text.ts";
import { customerToDelete } from "./cast.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { viewTools } from "../view/tools.ts";

const linkId = "lnk_0001";

const viewingLinkNeedsLess: DemoStep = {
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

const unmetRequirement: DemoStep = {
  title: "A rocket stays on the ground",
  text: "rockets.launch lists six requirements. The server checks each by exact match, and names those that are not met, before a person is asked to type the phrase.",
  async run({ mia, transcript, person, check }) {
    const input = { rocketId: "rkt_kestrel", payload: "One weather satellite" };
    transcript.call("Mia", "rockets.launch", input);
    const askedBefore = person.timesAsked();
    const result = await mia.client.rockets.launch(input);
    if (!result.ok) transcript.refused(result.failure);
    const isUnmet = !result.ok && result.failure.code === "requirement_unmet";
    check(
      "The failure names the requirement that is not met.",
      isUnmet && JSON.stringify(result.failure).includes("state:weather.clear"),
    );
    check("Nobody was asked to approve it.", person.timesAsked() === askedBefore);
  },
};

const toolsBySafety: DemoStep = {
  title: "Tools by safety",
  text: "Every tool carries its whole contract. Its hints are derived from its side effects, so the list can be trusted as far as the server is the one this client was built for.",
  async run({ mia, transcript, check }) {
    const { tools, drift } = await mia.client.guard.inspect();
    transcript.shown(viewTools(tools, "safety"));
    check("The server's contracts are exactly those this client was generated from.", drift.length === 0);
    check("Every tool is classified.", tools.filter({ safety: "unclassified" }).tools.length === 0);
  },
};

const stepUpDemanded: DemoStep = {
  title: "A stale log-in is not enough",
  text: "Noah may refund transactions, but he logged in three hours ago, and the contract requires a log-in of the last 30 minutes. The guard asks the server what would refuse the call before it troubles a person.",
  async run({ open, transcript, person, check }) {
    const noah = await open("noah");
    const input = { transactionId: "txn_0004", reason: "duplicate" } as const;
    transcript.call("Noah", "transactions.refund", input);
    const askedBefore = person.timesAsked();
    const result = await noah.client.transactions.refund(input);
    if (!result.ok) transcript.refused(result.failure);
    check(
      "He must log in again first: step_up_required.",
      !result.ok && result.failure.code === "step_up_required",
    );
    check("Nobody was asked to approve it.", person.timesAsked() === askedBefore);
  },
};

/** Milliseconds until the link expires: enough for two calls, short enough to wait for. */
const linkLifetimeMs = 2_000;

const sameLinkTwice: DemoStep = {
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

export const readRunsUnasked: DemoStep = {
  title: "A read runs unasked",
  text: "Low risk, no side effects: the agent may call it alone.",
  async run({ mia, transcript, person, check }) {
    const input = { status: "active", pageSize: 4 } as const;
    transcript.call("Mia", "customers.list", input);
    const result = await mia.client.customers.list(input);
    transcript.shown(viewResult(result));
    check("It ran, and nobody was asked.", result.ok && person.timesAsked() === 0);
  },
};

const permissionDenied: DemoStep = {
  title: "What is not permitted is denied",
  text: "The guest may read, and nothing else.",
  async run({ open, transcript, check }) {
    const guest = await open("guest");
    const input = { text: "I was here.", projectId: "prj_0001" };
    const read = await guest.client.customers.list({});
    check("The guest can list customers.", read.ok);
    transcript.call("Guest", "notes.create", input);
    const result = await guest.client.notes.create(input);
    if (!result.ok) transcript.refused(result.failure);
    check(
      "Writing a note is denied: permission_denied.",
      !result.ok && result.failure.code === "permission_denied",
    );
  },
};

const forbiddenWireName = { timeoutMs: 10_000 };

const forbiddenDoesNotExist: DemoStep = {
  title: "A forbidden tool does not exist",
  text: "secrets.read_password has a contract, and it says: forbidden. So it is not listed, not in the generated client, and calling it without the guard is answered like any invented name.",
  async run({ mia, transcript, check }) {
    transcript.call("Mia", "secrets.read_password", { name: "admin" });
    const guarded = await mia.client.guard.call("secrets.read_password", { name: "admin" });
    if (!guarded.ok) transcript.refused(guarded.failure);
    const ask = (name: string) => mia.connection.callTool({ name, input: {}, meta: {} }, forbiddenWireName);
    const [forbidden, invented] = [await ask("secrets.read_password"), await ask("secrets.read_postcards")];
    const { tools } = await mia.client.guard.inspect();
    check("The guard knows no such tool.", !guarded.ok && guarded.failure.code === "unknown_tool");
    check("The server lists no such tool.", tools.get("secrets.read_password") === undefined);
    check(
      "The server answers as for a tool that does not exist.",
      forbidden.kind === "unknown_tool" &&
        JSON.stringify(forbidden) === JSON.stringify(invented).replace("read_postcards", "read_password"),
    );
  },
};

const deletionDeclined: DemoStep = {
  title: "A destructive call asks, and is declined",
  text: "The guard makes the dry run, shows everything that is to be approved, and accepts only a person's answer. A critical tool needs a phrase that names this very request.",
  async run({ mia, transcript, person, check }) {
    transcript.call("Mia", "customers.delete", customerToDelete);
    person.willAnswer({ approves: false });
    const result = await mia.client.customers.delete(customerToDelete);
    if (!result.ok) transcript.refused(result.failure);
    check("The call was declined.", !result.ok && result.failure.code === "declined_by_person");
    const still = await mia.client.customers.get({ customerId: customerToDelete.customerId });
    check("Nothing changed: the customer is still there.", still.ok);
  },
};

const deletionAccepted: DemoStep = {
  title: "The same call, accepted",
  text: "The person is asked once: when the server asks as well, the guard answers from this very approval, and from no other.",
  async run({ mia, transcript, person, check }) {
    const before = person.timesAsked();
    transcript.call("Mia", "customers.delete", customerToDelete);
    person.willAnswer({ approves: true, brief: true });
    const result = await mia.client.customers.delete(customerToDelete);
    transcript.shown(viewResult(result));
    check("It ran, and the person was asked exactly once.", result.ok && person.timesAsked() === before + 1);
    const gone = await mia.client.customers.get({ customerId: customerToDelete.customerId });
    check("The customer is gone.", !gone.ok && gone.failure.code === "customer_not_found");
  },
};

const springCampaign = { templateId: "tmpl_newsletter_q3", segmentId: "seg_active_customers" };
const campaignWireName = { timeoutMs: 30_000 };

const bulkMailNeedsAPlan: DemoStep = {
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

/** The steps of the demo, in order. */
export const steps: readonly DemoStep[] = [
  toolsBySafety,
  readRunsUnasked,
  forbiddenDoesNotExist,
  deletionDeclined,
  deletionAccepted,
  bulkMailNeedsAPlan,
  approvedInTheInbox,
  sameLinkTwice,
  viewingLinkNeedsLess,
  unmetRequirement,
  stepUpDemanded,
  permissionDenied,
  refundPaidOnce,
  auditVerified,
];

/** What `--extended` plays: all steps, and a wait of twenty seconds. */
export const extendedSteps: readonly DemoStep[] = [...steps.slice(0, -1), finishedElsewhere, auditVerified];

/** What `--short` plays: the calls that show most in least time. */
export const shortSteps: readonly DemoStep[] = [
  readRunsUnasked,
  forbiddenDoesNotExist,
  deletionDeclined,
  deletionAccepted,
  refundPaidOnce,
];
