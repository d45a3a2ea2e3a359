// The page of an approval: its title stands in tabs, windows and the browser's history, and shows no argument.
import { expect, it } from "vitest";
import { html } from "@proviso/manifest";
import { layout } from "../../src/pages/layout.ts";
import { approvalPage } from "../../src/pages/approval-page.ts";
import type { ReviewedApproval } from "../../src/api/approval-desk.ts";
import { carla, inboxFixture, other, waitFor } from "../approvals/people.ts";
import { tool } from "../sample.ts";

const site = { root: "/approvals", base: "/approvals", product: "Sample" };
const titleOf = (title: string): string => {
  const { text } = layout(site, { title, body: html`` });
  expect(text.match(/<title>/g)).toHaveLength(1);
  const [head = ""] = text.split("</head>");
  expect(head.match(/<script/g)).toHaveLength(1);
  return /<title>(.*?)<\/title>/s.exec(text)?.[1] ?? "";
};

it.each([
  ["Send an email", "Send an email · Approvals"],
  ["</title><script>alert(1)</script>", "&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt; · Approvals"],
  ["pay \u202Eelgoog\u200B", "pay \\u{202E}elgoog\\u{200B} · Approvals"],
  ["two\n lines", "two lines · Approvals"],
  ["x".repeat(90), `${"x".repeat(60)}… · Approvals`],
])("%j", (title, shown) => expect(titleOf(title).toLowerCase()).toBe(shown.toLowerCase()));

it("shows no argument of a call", async () => {
  const app = inboxFixture({ tools: [tool({ ...other, title: "Create a note" })] });
  const id = await waitFor(app, { text: "salary of Ben" });
  const approval = (await app.desk.get(id, carla)) as ReviewedApproval;
  const page = approvalPage(site, { reviewer: carla, formToken: "t" }, approval);
  expect(page.title).toBe("Create a note");
  expect(page.body.text).toContain("salary of Ben");
});

it.each([
  ["pays", true],
  ["refunds", true],
  ["creates", false],
] as const)(
  "an approval of a tool that %s is labelled as one that moves money: %s",
  async (kind, isLabelled) => {
    const sideEffects = [{ kind, description: "An entry.", reversible: true, external: false }];
    const app = inboxFixture({ tools: [tool({ ...other, riskLevel: "high", sideEffects })] });
    const id = await waitFor(app, { text: "x" });
    const approval = (await app.desk.get(id, carla)) as ReviewedApproval;
    const { body } = approvalPage(site, { reviewer: carla, formToken: "t" }, approval);
    expect(/<dt>Money<\/dt>\s*<dd>(?:Pays|Refunds)<\/dd>/.test(body.text)).toBe(isLabelled);
  },
);
