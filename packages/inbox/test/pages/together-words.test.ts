// What several calls that are approved at once are said to do, and who has to go on afterwards.
import { expect, test } from "vitest";
import type { ReviewedApproval } from "../../src/api/approval-desk.ts";
import { togetherPage } from "../../src/pages/together-page.ts";
import { carla, other, waitFor } from "../approvals/people.ts";
import { tool } from "../sample.ts";
import { plain, site, viewer } from "./payment.ts";
import { serveInbox } from "./served-inbox.ts";
import { signIn } from "./signed-in.ts";

const together = { ...other, confirmation: { ...other.confirmation, together: 3 } } as const;

test("after the decision, whoever approved has to tell the agent, and where it says until when", async () => {
  await using served = await serveInbox({ tools: [tool(together)] });
  const ids = [
    await waitFor(served.app, { text: "a" }),
    await waitFor(served.app, { text: "b" }),
    await waitFor(served.app, { text: "c" }),
  ];
  const { page, send } = await signIn(served, carla);
  const path = `/together?ids=${ids.join(",")}`;
  await send(path);
  const phrase = /<kbd>([^<]*)/.exec(page())?.[1];
  await send(path, { "call-0": "0", "call-1": "0", ...(phrase !== undefined && { phrase }) });
  expect(plain(page())).toMatch(
    /Approved 2 of 3 Nothing has run yet\. Tell the agent, or whom it acts for, to go on: each approved call may run once\. 1 that was not ticked goes on waiting\./,
  );
});

test("of calls with a preview, the page says that one may change what another would do", async () => {
  await using served = await serveInbox({ tools: [tool(together)] });
  const id = await waitFor(served.app);
  const approval = (await served.app.desk.get(id, carla)) as ReviewedApproval;
  const words = (plan?: object): string => {
    const shown = { ...approval.shown, ...(plan && { plan }) } as ReviewedApproval["shown"];
    return plain(togetherPage(site, viewer, [{ ...approval, shown }], []).body.text);
  };
  const again =
    "If one of them runs, and another would then do something else, you are asked again about that one.";
  expect(words({ count: 1 })).toContain(`with exactly what is shown. ${again} It approves no other call`);
  expect(words()).not.toContain("asked again");
});
