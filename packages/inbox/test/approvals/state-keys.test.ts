import { expect, test } from "vitest";
import { approvalInbox } from "../../src/index.ts";
import type { SignInProvider } from "../../src/sign-in/sign-in-provider.ts";
import { annaHerself, approvalIn, input, url } from "../approvals/people.ts";
import { anna, fixture, highRisk, preview, summary, tool, type Fixture } from "../sample.ts";

const [oldKey, newKey] = [7, 8].map((byte) => new Uint8Array(32).fill(byte)) as [Uint8Array, Uint8Array];

type Server = ReturnType<typeof serverWith>;
type Kept = Pick<ReturnType<typeof fixture>, "store" | "clock">;

/** A server with these keys, over what others keep. */
function serverWith(stateKeys: readonly Uint8Array[], options: Fixture, kept: Partial<Kept> = {}) {
  const made = fixture({ ...options, ...kept, stateKeys });
  return { ...made, ...kept, stateKeys };
}

/** Something that a server hands out or stores, and that another one gets later. */
interface Sealed {
  readonly name: string;
  readonly options?: Fixture;
  /** The text that somebody brings back. */
  make(server: Server): Promise<string>;
  /** What becomes of it, in words. */
  use(server: Server, made: string): Promise<string>;
  readonly used: string;
  /** Without the key that sealed it. */
  readonly refused: string;
  /** The key may be used again. */
  readonly isLasting?: true;
}

const call = (server: Server, more: object = {}) => server.call("notes.create", input, more);
const late: Fixture = { tools: [tool(highRisk)], approvals: { url, tasks: true } };

const approve = async (server: Server, id: string): Promise<string> => {
  const result = await server.desk.approve(id, annaHerself);
  return result.ok ? "approved" : result.why;
};

const provider: SignInProvider = {
  name: "Sample",
  start: async () => ({ location: new URL("https://login.example/"), checks: { state: "s" } }),
  finish: async () => ({ id: "anna", tenant: "acme", kind: "user", permissions: ["notes:write"] }),
};

function inboxOf({ desk, stateKeys, store, clock }: Server) {
  return approvalInbox({ approvals: desk, url, store, stateKeys, clock, signIn: provider });
}

async function signIn(server: Server, link: string): Promise<Response> {
  const body = new URLSearchParams({ code: new URL(link).hash.slice(1) });
  const headers = { origin: "https://office.example" };
  return inboxOf(server).fetch(new Request(`${url}/sign-in`, { method: "POST", body, headers }));
}

function cookieIn(response: Response): string {
  return response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
}

interface Session {
  readonly cookie: string;
  readonly address: string;
}

/** The session that a sign-in opens: its cookie, and the address to which the sign-in leads. */
function sessionIn(response: Response): Session {
  const address = new URL(response.headers.get("location") ?? "", url).href;
  return { cookie: cookieIn(response), address };
}

/** A page of a session, and the token in its forms. */
async function readPage(
  server: Server,
  { cookie, address }: Session,
): Promise<{ status: number; token: string }> {
  const page = await inboxOf(server).fetch(new Request(address, { headers: { cookie }, redirect: "manual" }));
  return {
    status: page.status,
    token: /name="token" value="([0-9a-f]+)"/.exec(await page.text())?.[1] ?? "",
  };
}

const sealed: readonly Sealed[] = [
  {
    name: "an approval that waits",
    options: late,
    make: async (server) => approvalIn(await call(server)),
    use: async (server, id) => `${await approve(server, id)}, ${summary(await call(server))}`,
    used: "approved, completed",
    refused: "unknown, refused approval_pending",
  },
  {
    name: "an approval that was given",
    options: late,
    async make(server) {
      const id = approvalIn(await call(server));
      await approve(server, id);
      return id;
    },
    use: async (server) => summary(await call(server)),
    used: "completed",
    refused: "refused approval_pending",
  },
  {
    name: "a task",
    options: late,
    async make(server) {
      const asked = await call(server, { canWait: true });
      if (!("waits" in asked) || !asked.waits) throw new Error(`nothing waits: ${JSON.stringify(asked)}`);
      const task = await server.server.waiting.tasks?.open?.(asked.waits, { principal: anna });
      return task?.id ?? "none";
    },
    async use(server, id) {
      await approve(server, id);
      const task = await server.server.waiting.tasks?.get(id, { principal: anna });
      return task ? task.state.kind : "no such task";
    },
    used: "completed",
    refused: "no such task",
  },
  {
    name: "the answer to a question",
    options: { tools: [tool(highRisk)] },
    async make(server) {
      const asked = await call(server, { canAsk: true });
      return asked.kind === "input_required" ? asked.state : "none";
    },
    async use(server, state) {
      const answer = { state, action: "accept", content: { confirm: true } };
      const outcome = await call(server, { canAsk: true, answer });
      return "failure" in outcome
        ? `${summary(outcome)} ${String(outcome.failure.details?.["answer"])}`
        : summary(outcome);
    },
    used: "completed",
    refused: "refused confirmation_unanswered unknown_key",
  },
  {
    name: "the stored outcome of a call",
    make: async (server) => summary(await call(server, { idempotencyKey: "k" })),
    use: async (server) => summary(await call(server, { idempotencyKey: "k" })),
    used: "replayed",
    refused: "refused outcome_unknown",
  },
  {
    name: "the receipt of a dry run",
    options: { tools: [tool({ dryRun: { mode: "required", preview } })] },
    make: async (server) => summary(await server.call("notes.create", { ...input, dryRun: true })),
    use: async (server) => summary(await call(server)),
    used: "completed",
    refused: "refused dry_run_required",
    isLasting: true,
  },
  {
    name: "the cursor of a list",
    make: async ({ server }) => server.cursors.seal("notes.create", anna),
    use: async ({ server }, cursor) => server.cursors.open(cursor, anna) ?? "invalid",
    used: "notes.create",
    refused: "invalid",
  },
  {
    name: "a link that signs in to the inbox",
    options: late,
    make: (server) => inboxOf(server).signInLink(annaHerself),
    use: async (server, link) => String((await signIn(server, link)).status),
    used: "303",
    refused: "403",
  },
  {
    name: "a session of the inbox, with its forms",
    options: late,
    async make(server) {
      const session = sessionIn(await signIn(server, await inboxOf(server).signInLink(annaHerself)));
      return JSON.stringify([session, (await readPage(server, session)).token]);
    },
    async use(server, made) {
      const [session, token] = JSON.parse(made) as [Session, string];
      const page = await readPage(server, session);
      return page.status === 200
        ? `signed in, ${page.token === token ? "the same form" : "another form"}`
        : "signed out";
    },
    used: "signed in, the same form",
    refused: "signed out",
  },
  {
    name: "a sign-in that was begun at a provider",
    options: late,
    make: async (server) =>
      cookieIn(await inboxOf(server).fetch(new Request(`${url}/sign-in/start`, { redirect: "manual" }))),
    async use(server, cookie) {
      const back = new Request(`${url}/sign-in/callback?code=c`, { headers: { cookie }, redirect: "manual" });
      return String((await inboxOf(server).fetch(back)).status);
    },
    used: "303",
    refused: "403",
  },
];

/** Makes it on one server and uses it on another, over the same store; then again on a third, which knows both keys. */
async function check(
  { options = {}, make, use, isLasting }: Sealed,
  makers: readonly Uint8Array[],
  users: readonly Uint8Array[],
  expected: string,
): Promise<void> {
  const before = serverWith(makers, options);
  const made = await make(before);
  const kept = { store: before.store, clock: before.clock };
  const after = serverWith(users, options, kept);
  expect(await use(after, made)).toBe(expected);
  const third = serverWith([newKey, oldKey], options, kept);
  await use(third, made);
  const ran = before.ran.length + after.ran.length + third.ran.length;
  if (isLasting !== true) expect(ran).toBeLessThanOrEqual(1);
}

for (const each of sealed) {
  test(`${each.name} is used after a rotation`, () => check(each, [oldKey], [newKey, oldKey], each.used));
  test(`${each.name} of a server that rotated already is used by one that knows the next key`, () =>
    check(each, [newKey, oldKey], [oldKey, newKey], each.used));
  test(`${each.name} is refused when the key that sealed it is removed`, () =>
    check(each, [oldKey], [newKey], each.refused));
}

test("servers with different current keys ask for one approval, and the newest one counts", async () => {
  const first = serverWith([oldKey, newKey], late);
  const second = serverWith([newKey, oldKey], late, { store: first.store, clock: first.clock });
  const id = approvalIn(await call(first));
  expect(approvalIn(await call(second))).toBe(id);
  await approve(second, id);
  expect(summary(await call(second))).toBe("completed");
  first.clock.advance(1);
  const next = approvalIn(await call(second));
  expect(next).not.toBe(id);
  expect(approvalIn(await call(first))).toBe(next);
  const waiting = await first.desk.list(annaHerself);
  expect(waiting.filter(({ state }) => state === "pending").map((each) => each.id)).toEqual([next]);
  await approve(first, next);
  expect(summary(await call(first))).toBe("completed");
  expect([first.ran.length, second.ran.length]).toEqual([1, 1]);
});

test("who signs out everywhere stays signed out when the key that sealed that is removed", async () => {
  const server = serverWith([oldKey, newKey], late);
  const rotated = serverWith([newKey, oldKey], late, { store: server.store, clock: server.clock });
  const open = async (): Promise<Session> =>
    sessionIn(await signIn(rotated, await inboxOf(rotated).signInLink(annaHerself)));
  const [session, another] = [await open(), await open()];
  const later = serverWith([newKey], late, { store: server.store, clock: server.clock });
  expect((await readPage(later, session)).status).toBe(200);
  const { token } = await readPage(server, another);
  const body = new URLSearchParams({ token, where: "everywhere" });
  const headers = { cookie: another.cookie, origin: "https://office.example" };
  await inboxOf(server).fetch(
    new Request(new URL("sign-out", another.address), { method: "POST", body, headers }),
  );
  expect((await readPage(later, session)).status).not.toBe(200);
  // The key that sealed the mark is removed: the person may sign in again.
  const replaced = serverWith([new Uint8Array(32).fill(9)], late, {
    store: server.store,
    clock: server.clock,
  });
  server.clock.advance(1);
  const again = sessionIn(await signIn(replaced, await inboxOf(replaced).signInLink(annaHerself)));
  expect((await readPage(replaced, again)).status).toBe(200);
});

test("keys are checked when a server starts", () => {
  const start = (stateKeys: unknown) => () => serverWith(stateKeys as readonly Uint8Array[], {});
  expect(start([])).toThrow("`stateKeys` is empty");
  expect(start([oldKey, new Uint8Array(31)])).toThrow("at least 32 bytes");
  expect(start(oldKey)).toThrow("must be a list of keys");
  expect(start([oldKey, "text"])).toThrow("must be a Uint8Array");
  expect(() => fixture({ stateKey: oldKey } as Fixture)).toThrow("there is no option `stateKey`");
});
