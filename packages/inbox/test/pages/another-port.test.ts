// What another server of the same host gets is the cookie, because browsers do not separate cookies by port. It opens nothing.
import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { annaHerself, carla, waitFor } from "../approvals/people.ts";
import { openSession, serveInbox } from "./served-inbox.ts";

it("whoever has the cookie alone reads nothing, decides nothing, and learns neither who is signed in nor where", async () => {
  await using served = await serveInbox();
  const id = await waitFor(served.app, { text: "Prefers Tuesdays." });
  const { cookie, address } = await openSession(served, annaHerself);
  const { origin } = new URL(served.url);
  const secret = cookie.split("=")[1] ?? "";
  const token = createHash("sha256").update(`form ${secret}`).digest("hex");
  const headers = { cookie, origin, "sec-fetch-site": "same-origin", "sec-fetch-mode": "navigate" };
  const ask = async (path: string, form?: Record<string, string>): Promise<string> => {
    const body = form && { method: "POST", body: new URLSearchParams({ token, ...form }) };
    const answered = await fetch(`${served.url}${path}`, { headers, redirect: "manual", ...body });
    return `${answered.status} ${answered.headers.get("location")} ${await answered.text()}`;
  };
  const approve = { verdict: "approve", reason: "" };
  const another = `/session/${"A".repeat(43)}`;
  const answers = [
    ...["", "/", `/${id}`, "/?show=decided", `/together?ids=${id}`, "/events", "/sign-in", "/session"].map(
      (path) => ask(path),
    ),
    ...[another, "/session/", "/session/undefined", `/session/${secret}`, `/session/${token}`].flatMap(
      (path) => [ask(`${path}/`), ask(`${path}/${id}`), ask(`${path}/${id}`, approve)],
    ),
    ask(`/${id}`, approve),
    ask(`/together?ids=${id}`, { "call-0": "0" }),
    ask("/sign-out", { where: "everywhere" }),
    ask("/sign-in", { code: "A".repeat(43) }),
    ask(`/sign-in/start?to=${id}`),
  ];
  for (const text of await Promise.all(answers)) {
    expect(text).toMatch(/^(?:303 \/approvals\/sign-in|200 null .*<h1>Sign in|40[134] )/s);
    expect(text).not.toMatch(/anna|Tuesdays/);
    expect(text).not.toContain(new URL(address).pathname);
  }
  expect((await served.app.desk.get(id, annaHerself))?.state).toBe("pending");
  expect((await fetch(`${address}/`, { headers: { cookie } })).status).toBe(200);
});

it("whoever has the address alone, or with the cookie of another session, is asked to sign in", async () => {
  await using served = await serveInbox();
  const id = await waitFor(served.app);
  const [annas, carlas] = [await openSession(served, annaHerself), await openSession(served, carla)];
  for (const cookie of ["", carlas.cookie]) {
    const answered = await fetch(`${annas.address}/${id}`, { headers: { cookie }, redirect: "manual" });
    expect([answered.status, answered.headers.get("location")]).toEqual([303, `/approvals/sign-in?to=${id}`]);
  }
});
