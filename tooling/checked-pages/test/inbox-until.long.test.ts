import { expect, test } from "vitest";
import { endOf, type SeenCall } from "../src/observe/call.ts";
import { openWorld, type World } from "../src/observe/world.ts";

const url = "http://127.0.0.1:8123/approvals";
const minuteMs = 60_000;

/** The page of an approval, as the person who asks sees it after signing in with a link. */
async function approvalPage({ inbox }: World, id: string, principal: object): Promise<string> {
  if (!inbox) throw new Error("the world has no inbox");
  const link = new URL(await inbox.signInLink({ principal } as Parameters<typeof inbox.signInLink>[0]));
  const headers = { origin: link.origin, "content-type": "application/x-www-form-urlencoded" };
  const body = new URLSearchParams({ code: link.hash.slice(1) });
  const signedIn = await inbox.fetch(new Request(link.href, { method: "POST", headers, body }));
  // The inbox leads to the address of the session.
  const session = new URL(signedIn.headers.get("location") ?? url, link).href.replace(/\/+$/, "");
  const cookie = signedIn.headers
    .getSetCookie()
    .map((each) => each.slice(0, each.indexOf(";")))
    .join("; ");
  return await (await inbox.fetch(new Request(`${session}/${id}`, { headers: { cookie } }))).text();
}

/** How an approved call ends if it is made so many milliseconds after the time on its page. */
async function endAt(tool: string, input: object, offsetMs: number): Promise<string> {
  await using world = await openWorld(url);
  const agent = world.caller();
  const call = async (): Promise<Pick<SeenCall, "outcome">> => ({
    outcome: await world.server.invoke(tool, input, { principal: agent, canAsk: true }),
  });
  const { outcome } = await call();
  const id = "waits" in outcome ? outcome.waits?.approval : undefined;
  if (id === undefined) throw new Error(`${tool} does not wait: ${endOf({ outcome })}`);
  const person = { ...agent, kind: "user" } as const;
  const decided = await world.desk?.approve(id, { principal: person });
  if (!decided?.ok) throw new Error(decided?.message ?? "the world has no desk");
  const page = await approvalPage(world, id, person);
  const until = /It may run once, until\s*<time datetime="([^"]+)"/.exec(page)?.[1];
  if (until === undefined) throw new Error("the page does not say until when the approval can be used");
  world.clock.advance(Date.parse(until) + offsetMs - world.clock.now().getTime());
  return endOf(await call());
}

const calls: readonly (readonly [tool: string, input: object])[] = [
  [
    "payments.execute",
    {
      payee: "Optik Sommer",
      iban: "DE89370400440532013000",
      amount: { cents: 100, currency: "EUR" },
      reference: "RE-1",
    },
  ],
  ["users.delete", { userId: "usr_lena", reassignTo: "usr_noah" }],
];

test.each(calls)(
  "an approval of %s can be used until the time on its page, and not later",
  async (tool, input) => {
    expect(await endAt(tool, input, -minuteMs)).toBe("completed");
    expect(await endAt(tool, input, minuteMs)).not.toBe("completed");
  },
);
