import { describe, expect, test } from "vitest";
import { openTestBackoffice, principal, resultOf, start } from "../backoffice.ts";

const mail = {
  to: ["anna.keller@example.com", "max.brandt@example.com"],
  subject: "Your invoice",
  body: "Dear both, …",
};
const campaign = { templateId: "tmpl_newsletter_q3", segmentId: "seg_active_customers" };
const hour = 3_600_000;

async function check(tool: string, input: object, expected: unknown): Promise<void> {
  const { call, sent } = await openTestBackoffice();
  const result = resultOf(await call(tool, input));
  expect({ result }).toMatchObject({ result: expected });
  // whatever fails has sent nothing
  expect(typeof expected === "string" ? sent : []).toEqual([]);
}

describe("emails.send_external", () => {
  test("sends each recipient a message of their own, with the attachment", async () => {
    const { call, sent } = await openTestBackoffice();
    const outcome = await call("emails.send_external", {
      ...mail,
      attachments: ["f_abc123"],
      projectId: "prj_0001",
    });
    expect(resultOf(outcome)).toMatchObject({ status: "sent" });
    expect(sent.map((message) => message.to)).toEqual([
      ["anna.keller@example.com"],
      ["max.brandt@example.com"],
    ]);
    expect(sent[0]?.attachments).toMatchObject([{ filename: "invoice-2026-1042.txt" }]);
  });

  test("returns the first emailId on a repeated call and sends nothing", async () => {
    const { call, sent } = await openTestBackoffice();
    const first = resultOf(await call("emails.send_external", mail));
    expect(resultOf(await call("emails.send_external", mail))).toEqual(first);
    expect(sent).toHaveLength(2);
  });

  test("sends nothing to anybody where one address has bounced before", async () => {
    const { database } = await openTestBackoffice();
    const { email } = await database
      .selectFrom("contacts")
      .select("email")
      .where("deliverable", "=", 0)
      .executeTakeFirstOrThrow();
    await check(
      "emails.send_external",
      { ...mail, to: ["anna.keller@example.com", email] },
      "invalid_recipient",
    );
  });

  test("refuses attachments that are too large or not there, and unknown projects", async () => {
    await check("emails.send_external", { ...mail, attachments: ["f_cataloguexl"] }, "attachment_too_large");
    await check("emails.send_external", { ...mail, attachments: ["f_nothere"] }, "file_not_found");
    await check("emails.send_external", { ...mail, projectId: "prj_9999" }, "project_not_found");
  });

  test("can be tried again where the mail server took nothing", async () => {
    const { call, sent, acceptMail } = await openTestBackoffice();
    acceptMail(0);
    expect(resultOf(await call("emails.send_external", mail))).toBe("mail_unavailable");
    acceptMail(9);
    expect(resultOf(await call("emails.send_external", mail))).toMatchObject({ status: "sent" });
    expect(sent).toHaveLength(2);
  });

  test("is a result, and not repeated, where the mail server gave up half-way", async () => {
    const { call, sent, acceptMail } = await openTestBackoffice();
    acceptMail(1);
    expect(resultOf(await call("emails.send_external", mail))).toMatchObject({ status: "failed" });
    acceptMail(9);
    expect(resultOf(await call("emails.send_external", mail))).toMatchObject({ status: "failed" });
    expect(sent).toHaveLength(1);
  });

  test("asks for a log-in of the last five minutes where more than ten people are written to", async () => {
    const { call, advance } = await openTestBackoffice();
    advance(6 * 60_000);
    const many = Array.from({ length: 11 }, (_, i) => `reader${i}@example.com`);
    expect(resultOf(await call("emails.send_external", { ...mail, to: many }))).toBe("step_up_required");
    expect(resultOf(await call("emails.send_external", { ...mail, to: many.slice(1) }))).toMatchObject({
      status: "sent",
    });
  });
});

describe("emails.bulk_send", () => {
  test("the plan is the one of the standard: recipients, samples, warnings, effects", async () => {
    const { call, sent } = await openTestBackoffice();
    const subject = "Your Q3 update is here";
    const plan = resultOf(await call("emails.bulk_send", { ...campaign, dryRun: true }));
    expect(plan).toEqual({
      dryRun: true,
      recipientCount: 47,
      sampleMessages: [
        {
          to: "a…@example.com",
          subject,
          previewText: "Dear Anna, in the third quarter we made the frame catalogue ",
        },
        {
          to: "m…@example.com",
          subject,
          previewText: "Dear Max, in the third quarter we made the frame catalogue t",
        },
      ],
      warnings: [
        "5 recipients have no first name, fallback 'Hello' will be used.",
        "5 email addresses are marked as undeliverable and will be skipped.",
      ],
      missingPermissions: [],
      expectedSideEffects: [
        "47 external emails will be sent.",
        "47 audit events of type email.external.sent will be created.",
        "Campaign status will be set to 'sent'.",
      ],
      estimatedDurationMs: 188,
    });
    expect(sent).toEqual([]);
  });

  test("cannot be called without a dry run", async () => {
    const { as } = await openTestBackoffice();
    expect(resultOf(await as("mia")("emails.bulk_send", campaign, { canAsk: true }))).toBe(
      "dry_run_required",
    );
  });

  test("sends what the plan said, greets those without a first name, and records each", async () => {
    const { call, sent, database, audit } = await openTestBackoffice();
    expect(resultOf(await call("emails.bulk_send", campaign))).toMatchObject({
      status: "sent",
      sent: 47,
      skipped: 5,
    });
    expect(sent).toHaveLength(47);
    expect(sent.filter((message) => message.text.startsWith("Hello, in the third quarter"))).toHaveLength(5);
    expect(await database.selectFrom("mailEvents").selectAll().execute()).toHaveLength(47);
    const events = audit.records.filter(
      ({ kind, event }) => kind === "event" && event === "email.external.sent",
    );
    expect(events).toHaveLength(47);
  });

  test("goes on where it broke off, so that nobody gets the email twice", async () => {
    const { call, sent, acceptMail } = await openTestBackoffice();
    acceptMail(20);
    expect(resultOf(await call("emails.bulk_send", campaign))).toBe("mail_unavailable");
    acceptMail(100);
    expect(resultOf(await call("emails.bulk_send", { ...campaign, dryRun: true }))).toMatchObject({
      recipientCount: 27,
      expectedSideEffects: expect.arrayContaining([
        "27 audit events of type email.external.sent will be created.",
      ]),
    });
    expect(resultOf(await call("emails.bulk_send", campaign))).toMatchObject({ sent: 47 });
    expect(new Set(sent.map((message) => message.to[0])).size).toBe(47);
    expect(sent).toHaveLength(47);
  });

  test("is void where the segment changed after the plan", async () => {
    const { as, database } = await openTestBackoffice();
    const call = as("mia");
    await call("emails.bulk_send", { ...campaign, dryRun: true });
    await database.deleteFrom("segmentMembers").where("contactId", "=", "con_0001").execute();
    expect(resultOf(await call("emails.bulk_send", campaign, { canAsk: true }))).toBe("plan_stale");
  });

  test("refuses templates and segments that are not there", async () => {
    await check(
      "emails.bulk_send",
      { ...campaign, templateId: "tmpl_nothing", dryRun: true },
      "template_not_found",
    );
    await check(
      "emails.bulk_send",
      { ...campaign, segmentId: "seg_nobody", dryRun: true },
      "segment_not_found",
    );
  });
});

describe("files.create_download_link", () => {
  const link = { fileId: "f_abc123", expiresAt: "2026-11-21T14:00:00Z" };

  test("first call: a new link; second call: the same; third call, after it has expired: a new one", async () => {
    const { call, advance } = await openTestBackoffice();
    const first = resultOf(await call("files.create_download_link", link));
    expect(first).toMatchObject({
      url: expect.stringMatching(/^https:/),
      expiresAt: "2026-11-21T14:00:00.000Z",
    });
    advance(hour);
    expect(resultOf(await call("files.create_download_link", link))).toEqual(first);
    advance(2 * hour);
    const third = resultOf(await call("files.create_download_link", link)) as { readonly linkId: string };
    expect(third).toMatchObject({ expiresAt: "2026-11-22T15:00:00.000Z" });
    expect(third).not.toMatchObject({ linkId: (first as typeof third).linkId });
    expect(resultOf(await call("files.create_download_link", link))).toEqual(third);
  });

  test("gives two colleagues the same link for the same file and time", async () => {
    const { as } = await openTestBackoffice();
    const mias = resultOf(await as("mia")("files.create_download_link", link));
    expect(resultOf(await as("noah")("files.create_download_link", link))).toEqual(mias);
  });

  test("gives another link for another time", async () => {
    const { call, database } = await openTestBackoffice();
    await call("files.create_download_link", link);
    await call("files.create_download_link", { ...link, expiresAt: "2026-11-21T15:00:00Z" });
    const links = database.selectFrom("links").selectAll().where("recipient", "is", null);
    expect(await links.execute()).toHaveLength(2);
  });

  test("refuses files that are not there", () =>
    check("files.create_download_link", { ...link, fileId: "f_nothere" }, "file_not_found"));
});

describe("files.share_link", () => {
  const share = {
    fileId: "f_abc123",
    recipient: "max.brandt@example.com",
    expiresAt: "2027-01-31T12:00:00Z",
  };

  test("emails the link, once", async () => {
    const { call, sent } = await openTestBackoffice();
    const { url } = resultOf(await call("files.share_link", share)) as { readonly url: string };
    await call("files.share_link", share);
    expect(sent).toMatchObject([{ to: ["max.brandt@example.com"], text: expect.stringContaining(url) }]);
  });

  test("refuses a link that would end before it begins", () =>
    check("files.share_link", { ...share, expiresAt: "2020-01-01T00:00:00Z" }, "link_expires_in_past"));
});

describe("files.manage_link", () => {
  const manage = (action: string, more: object = {}) => ({ linkId: "lnk_0001", action, ...more });
  const shown = { linkId: "lnk_0001", fileId: "f_abc123", recipient: "anna.keller@example.com" };

  test("shows and revokes without a person, and lets nobody in for longer without one", async () => {
    const { as, audit } = await openTestBackoffice();
    const unasked = async (action: string) => resultOf(await as("mia")("files.manage_link", manage(action)));
    expect(await unasked("extend")).toBe("confirmation_required");
    expect(await unasked("show")).toEqual({ ...shown, expiresAt: "2026-12-11T12:00:00.000Z", isValid: true });
    expect(await unasked("revoke")).toEqual({ ...shown, expiresAt: start, isValid: false });
    expect(await unasked("show")).toEqual({ ...shown, expiresAt: start, isValid: false });
    const applied = audit.records.filter(({ kind }) => kind === "outcome").map((each) => each.refinement);
    expect(applied).toEqual([undefined, 0, 1, 0]);
  });

  test("extends when a person agrees, by a day or as long as is said", async () => {
    const { call } = await openTestBackoffice();
    const extended = async (more: object) =>
      resultOf(await call("files.manage_link", manage("extend", more)));
    expect(await extended({})).toMatchObject({ expiresAt: "2026-12-12T12:00:00.000Z" });
    expect(await extended({ hours: 48 })).toMatchObject({ expiresAt: "2026-12-14T12:00:00.000Z" });
  });

  test("says before the call how it will be treated", async () => {
    const { server } = await openTestBackoffice();
    const riskOf = async (action: string) => {
      const answer = await server.resolve("files.manage_link", manage(action), {
        principal: principal("mia"),
      });
      return answer.kind === "resolved" ? answer.contract.riskLevel : answer.kind;
    };
    expect([await riskOf("show"), await riskOf("revoke"), await riskOf("extend")]).toEqual([
      "low",
      "medium",
      "high",
    ]);
  });

  test("opens a revoked link again, as its contract says, when a person agrees", async () => {
    const { call, advance } = await openTestBackoffice();
    await call("files.manage_link", manage("revoke"));
    advance(2 * hour);
    const opened = resultOf(await call("files.manage_link", manage("extend", { hours: 3 })));
    expect(opened).toMatchObject({ expiresAt: "2026-11-21T17:00:00.000Z", isValid: true });
  });

  test("refuses to revoke links that have ended, and links that are not there", async () => {
    const { call } = await openTestBackoffice();
    await call("files.manage_link", manage("revoke"));
    expect(resultOf(await call("files.manage_link", manage("revoke")))).toBe("link_ended");
    await check("files.manage_link", { ...manage("show"), linkId: "lnk_none" }, "link_not_found");
  });
});

describe("calendar.invite_attendee", () => {
  test("invites somebody once, however often", async () => {
    const { call, sent, advance } = await openTestBackoffice();
    const invitation = { eventId: "evt_q4review", email: "anna.keller@example.com" };
    expect(resultOf(await call("calendar.invite_attendee", invitation))).toMatchObject({
      attendees: ["anna.keller@example.com", "mia@nordlicht.example"],
    });
    advance(48 * hour);
    await call("calendar.invite_attendee", invitation);
    expect(sent).toHaveLength(1);
  });

  test("refuses events that are over or unknown", async () => {
    await check(
      "calendar.invite_attendee",
      { eventId: "evt_kickoff", email: "a@example.com" },
      "event_in_past",
    );
    await check(
      "calendar.invite_attendee",
      { eventId: "evt_nothing", email: "a@example.com" },
      "event_not_found",
    );
  });
});

describe("contracts.send", () => {
  const agreement = { contractId: "ctr_0003", signatory: "max.brandt@example.com" };

  test("sends the text and marks the agreement as out for signature", async () => {
    const { call, sent, database } = await openTestBackoffice();
    expect(resultOf(await call("contracts.send", { ...agreement, message: "Please sign." }))).toMatchObject({
      status: "out_for_signature",
    });
    expect(sent).toMatchObject([{ text: expect.stringMatching(/^Please sign\.\n\nThis agreement/) }]);
    expect(
      await database.selectFrom("agreements").select("status").where("id", "=", "ctr_0003").execute(),
    ).toEqual([{ status: "out_for_signature" }]);
  });

  test("refuses agreements that are drafts, signed or unknown", async () => {
    await check("contracts.send", { ...agreement, contractId: "ctr_0001" }, "contract_not_ready");
    await check("contracts.send", { ...agreement, contractId: "ctr_0002" }, "contract_not_ready");
    await check("contracts.send", { ...agreement, contractId: "ctr_0009" }, "contract_not_found");
  });
});
