import { manifest } from "@backoffice/server";
import { describe, expect, test } from "vitest";

/** What the source documents say about the tools that they name. */
const bySeed001: Readonly<Record<"low" | "medium" | "high" | "critical", readonly string[]>> = {
  low: [
    "projects.list",
    "account.get_current_user",
    "contacts.search",
    "help.get_article",
    "reminders.create",
  ],
  medium: ["notes.create", "tasks.update_status", "summaries.generate", "drafts.create"],
  high: ["projects.change_status", "calendar.invite_attendee", "files.share_link", "customers.update"],
  critical: [
    "emails.send_external",
    "exports.bulk_export",
    "users.delete",
    "users.change_permissions",
    "payments.execute",
    "contracts.send",
  ],
};
const readOnly = [
  "customers.get",
  "customers.list",
  "orders.list",
  "subscriptions.list_past_due",
  "revenue.get_summary",
  "customers.get_financial_summary",
  "account.ping",
  "account.get",
];
const destructive = [
  "customers.delete",
  "subscriptions.cancel",
  "orders.refund",
  "transactions.refund",
  "subscriptions.refund_and_cancel",
  "subscriptions.cancel_and_report",
  "account.upgrade_api_version",
  "webhooks.upgrade_version",
  "webhooks.downgrade_version",
];

function toolNamed(name: string) {
  const tool = manifest.tools.find((each) => each.name === name);
  if (!tool) throw new Error(`there is no ${name}`);
  return tool;
}

function check(names: readonly string[], expected: object): void {
  for (const name of names) expect(toolNamed(name)).toMatchObject({ name, ...expected });
}

describe("the contracts say what the source documents say", () => {
  test.each(Object.entries(bySeed001))("001: the tools under %s have that level", (riskLevel, names) =>
    check(names, { riskLevel }),
  );

  test("001: high and critical tools ask a person, always, and never run by themselves", () => {
    const risky = manifest.tools.filter((tool) => tool.riskLevel === "high" || tool.riskLevel === "critical");
    check(
      risky.map((tool) => tool.name),
      { autonomousExecution: false, confirmation: { kind: "always" } },
    );
  });

  describe("001: emails.send_external, the example", () => {
    const tool = toolNamed("emails.send_external");

    test("takes `to`, `subject` and `body`, and perhaps `attachments` and `projectId`", () => {
      expect(Object.keys(tool.inputSchema["properties"] as object)).toEqual([
        "to",
        "subject",
        "body",
        "attachments",
        "projectId",
      ]);
      expect(tool.inputSchema["required"]).toEqual(["to", "subject", "body"]);
    });

    test("returns an id and one of three states", () =>
      expect(tool.outputSchema).toMatchObject({
        properties: {
          emailId: { type: "string" },
          status: { type: "string", enum: ["sent", "scheduled", "failed"] },
        },
        required: ["emailId", "status"],
        additionalProperties: false,
      }));

    test("needs its three permissions", () =>
      expect(tool.permissions).toEqual(["emails:send", "contacts:read", "files:read"]));

    test("lists the six failures, and those of our own", () =>
      expect(tool.failureModes.map((mode) => mode.code)).toEqual(
        expect.arrayContaining([
          "permission_denied",
          "confirmation_required",
          "invalid_recipient",
          "attachment_too_large",
          "rate_limit_exceeded",
          "policy_violation",
        ]),
      ));

    test("says in its description that it sends an external email", () =>
      expect(tool.description).toBe("Sends an external email to one or more recipients."));

    test("is critical, and sends something out that cannot be undone", () => {
      expect(tool.riskLevel).toBe("critical");
      expect(tool.sideEffects).toContainEqual(
        expect.objectContaining({ kind: "sends", external: true, reversible: false }),
      );
    });
  });

  test("001: forbidden tools are not in the manifest, nor is anything that belongs to them", () => {
    const text = JSON.stringify(manifest);
    for (const word of [
      "secrets",
      "read_private_key",
      "read_password",
      "raw_access_token",
      "disable_log",
      "without_approval",
      "audit:admin",
    ])
      expect(text).not.toContain(word);
  });

  test("004: reading tools are read-only, idempotent and stay inside", () =>
    check(readOnly, {
      hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    }));

  test("004: what deletes, cancels, refunds or changes versions is destructive, and none of it is open-world", () =>
    check(destructive, { hints: { readOnlyHint: false, destructiveHint: true, openWorldHint: false } }));

  test("004: of what changes something, most is idempotent: all but these", () => {
    const changing = manifest.tools.filter(({ hints }) => !hints.readOnlyHint);
    const others = changing.filter(({ hints }) => !hints.idempotentHint).map(({ name }) => name);
    expect(others).toEqual([
      "files.manage_link",
      "projects.change_status",
      "summaries.generate",
      "tasks.update_status",
    ]);
    expect(changing.length).toBeGreaterThan(5 * others.length);
  });

  test("004: cancelling is destructive and idempotent, and annotated as in the example", () =>
    check(["subscriptions.cancel"], {
      title: "Cancel subscription",
      hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    }));

  test("000: the two agents are agents, and the destructive one always asks", () => {
    check(["research.investigate_account"], {
      hints: { agencyHint: true, readOnlyHint: true },
      confirmation: { kind: "never" },
    });
    check(["collections.run_dunning"], {
      hints: { agencyHint: true, destructiveHint: true },
      confirmation: { kind: "always" },
    });
    expect(manifest.tools.filter((tool) => tool.hints.agencyHint)).toHaveLength(2);
  });

  test("002: launching the rocket has the six requirements of the proposal", () =>
    check(["rockets.launch"], {
      requirements: [
        "auth:oauth2",
        "auth:claim:role:mission_control",
        "capability:rocket.launch",
        "env:production",
        "state:weather.clear",
        "feature:launch_window.open",
      ],
    }));
});
