// What the page says to whoever has decided, comes too late, or may only deny.
import { expect, test } from "vitest";
import type { ReviewedApproval } from "../../src/api/approval-desk.ts";
import { approvalPage } from "../../src/pages/approval-page.ts";
import type { Reviewer } from "../../../server/src/api/approvals.ts";
import { annaHerself, carla, dora, inboxFixture, other, two, waitFor } from "../approvals/people.ts";
import { anna, criticalRisk, tool } from "../sample.ts";

const site = { root: "/approvals", base: "/approvals", product: "Sample" };

const stranger: Reviewer = { principal: { id: "zoe", tenant: "other", kind: "user", permissions: [] } };

function serve(changes: object) {
  const app = inboxFixture({ tools: [tool(changes)] });
  const read = async (id: string, reviewer: Reviewer): Promise<string> => {
    const approval = (await app.desk.get(id, reviewer)) as ReviewedApproval;
    const history = await app.desk.history(approval);
    const { body } = approvalPage(site, { reviewer, formToken: "t" }, approval, history);
    return body.text.replaceAll(/<[^>]*>/g, "").replaceAll(/\s+/g, " ");
  };
  return { app, read };
}

test("the one yes that is needed counts, and the page says for what", async () => {
  const { app, read } = serve(other);
  const id = await waitFor(app);
  await app.desk.approve(id, carla);
  const page = await read(id, carla);
  expect(page).toMatch(
    /Your yes counts\. Nothing has run by it yet: the agent may make this call once, until [\d-]{10} [\d:]{8} UTC\. You can still take your yes back/,
  );
  expect(page).not.toContain("has to approve it as well");
});

test("where two are needed, the first is told that a second one has to approve", async () => {
  const { app, read } = serve(two);
  const id = await waitFor(app);
  await app.desk.approve(id, carla);
  expect(await read(id, carla)).toContain("somebody else has to approve it as well");
});

test("a yes that comes too late is told what came before it, but not to whom it is hidden from", async () => {
  const { app } = serve(other);
  const late = async (id: string, reviewer: Reviewer = dora) => app.desk.approve(id, reviewer);
  const approved = await waitFor(app, { text: "a" });
  await app.desk.approve(approved, carla);
  const before = "nothing is left to decide: it was";
  const at = "[\\d-]{10} [\\d:]{5} UTC";
  const says = (text: string) => ({ message: expect.stringMatching(new RegExp(`^${before} ${text}$`)) });
  expect(await late(approved)).toMatchObject(says(`approved by carla at ${at}. Nothing has run by it yet`));
  await app.callAs(anna)("notes.create", { text: "a" });
  expect(await late(approved)).toMatchObject(says(`approved by carla at ${at}, and its call has begun`));
  const denied = await waitFor(app, { text: "b" });
  await app.desk.deny(denied, carla);
  expect(await late(denied)).toMatchObject(says(`denied by carla at ${at}. Nothing has run by it`));
  expect(JSON.stringify(await late(denied, stranger))).not.toContain("carla");
});

test("the call that waits is none of the last calls of who asks, and another one waited", async () => {
  const { app, read } = serve(other);
  const id = await waitFor(app, { text: "a" });
  expect(await read(id, carla)).not.toContain("Its last calls");
  await waitFor(app, { text: "b" });
  expect(await read(id, carla)).toContain("Its last calls notes.create: waited for a decision");
});

test("with an old log-in, nobody is to take back what nobody has approved", async () => {
  const { app, read } = serve({ ...criticalRisk, stepUpAuth: { kind: "always", maxAgeMs: 300_000 } });
  const page = await read(await waitFor(app), annaHerself);
  expect(page).not.toContain("Take it back");
  expect(page).toContain(
    "To approve, sign in again: it needs a log-in of the last 5 minutes. Ask whoever runs Sample for a new sign-in link, and open it; you come back here. If it does not open, paste it. Deny",
  );
});
