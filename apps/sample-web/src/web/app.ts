import type { DeleteInput, ListInput } from "@backoffice/schemas/customers";
import type { CreateInput } from "@backoffice/schemas/notes";
import type { BackofficeServer } from "@backoffice/server";
import { type Answer, CallError, type Outcome, type Principal } from "@proviso/server";
import { type Context, Hono } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { csrf } from "hono/csrf";
import { secureHeaders } from "hono/secure-headers";
import { layout, type WebPage } from "../pages/layout.ts";
import {
  customerPage,
  keyPage,
  listPage,
  questionPage,
  refusalPage,
  resultPage,
  signInPage,
} from "../pages/pages.ts";
import { style } from "../pages/style.ts";
import { openSession } from "../sessions/sessions.ts";

/** The context of a route's handler. */
type Env = { readonly Variables: { person: Principal } };
type Request = Context<Env>;

const cookie = "backoffice-session";
const cookieOptions = { httpOnly: true, sameSite: "Strict", path: "/" } as const;

/** The web app. It decides nothing: it shows, asks, and passes answers on. */
export function createApp(server: BackofficeServer, now: () => Date): Hono<Env> {
  // Kept in memory: after a restart, everybody signs in again.
  const sessions = new Map<string, Principal>();
  const app = new Hono<Env>();
  app.use(loopbackOnly, secureHeaders(pageHeaders), csrf());
  app.get("/style.css", (context) => context.body(style, 200, { "content-type": "text/css; charset=utf-8" }));
  app.get("/sign-in", (context) => context.html(layout(signInPage(now()))));
  app.post("/sign-in", async (context) => {
    const { name } = await context.req.parseBody();
    const id = openSession(sessions, String(name), now());
    if (id === undefined) return context.redirect("/sign-in", 303);
    setCookie(context, cookie, id, cookieOptions);
    return context.redirect("/", 303);
  });
  app.use(async (context, next) => {
    const person = sessions.get(getCookie(context, cookie) ?? "");
    if (!person) return context.redirect("/sign-in", 303);
    context.set("person", person);
    return next();
  });
  app.post("/sign-out", (context) => {
    sessions.delete(getCookie(context, cookie) ?? "");
    deleteCookie(context, cookie, cookieOptions);
    return context.redirect("/sign-in", 303);
  });
  app.route("/", toolRoutes(server));
  app.route("/", personRoutes(server));
  return app;
}

/** A person can be asked, on a page. */
const formAsks = { canAsk: true } as const;

/** The routes that call tools. A call without a result throws, and then its page says why. */
function toolRoutes(server: BackofficeServer): Hono<Env> {
  const routes = new Hono<Env>();
  // The gate checks what a browser sends, so the inputs below only claim to have the right types.
  const toolsOf = (context: Request) => server.as(context.get("person"));
  routes.get("/", async (context) => {
    const status = context.req.query("status");
    const input = { pageSize: 20, ...(status && { status }) } as ListInput;
    const customers = await toolsOf(context).customers.list(input, formAsks);
    return showPage(context, listPage(customers, status, isForPeople(context, server, keyTool)));
  });
  routes.get("/customers/:id", async (context) => {
    const customerId = context.req.param("id");
    const { customer } = await toolsOf(context).customers.get({ customerId }, formAsks);
    return showPage(context, customerPage(customer));
  });
  routes.post("/customers/:id/notes", async (context) => {
    const { text } = await context.req.parseBody();
    const input = { customerId: context.req.param("id"), text } as CreateInput;
    await toolsOf(context).notes.create(input, formAsks);
    return context.redirect(`${customerPath(context)}?done=note`, 303);
  });
  routes.post("/customers/:id/delete", async (context) => {
    const { reason } = await context.req.parseBody();
    const input = { customerId: context.req.param("id"), reason } as DeleteInput;
    const { customers } = toolsOf(context);
    await customers.delete.plan(input, formAsks);
    await customers.delete(input, formAsks);
    return context.redirect("/?done=answer", 303);
  });
  routes.onError((error, context) => {
    if (error instanceof CallError) return shownPage(context, server, error.outcome, customerPath(context));
    throw error;
  });
  return routes;
}

/** Forbidden for agents. The page for it calls by `server.people`, to which no agent has a way. */
const keyTool = "secrets.read_private_key";

/** The page of the tool that only people call, and the answers to every question. */
function personRoutes(server: BackofficeServer): Hono<Env> {
  const routes = new Hono<Env>();
  routes.get("/keys", (context) =>
    isForPeople(context, server, keyTool)
      ? showPage(context, keyPage)
      : shownPage(context, server, { kind: "unknown_tool", tool: keyTool }, "/"),
  );
  routes.post("/keys", async (context) => {
    const { name } = await context.req.parseBody();
    const principal = context.get("person");
    const outcome = await server.people.invoke(keyTool, { name }, { principal, ...formAsks });
    return shownPage(context, server, outcome, "/");
  });
  routes.post("/answer", async (context) => {
    const { tool, input, state, action, phrase } = await context.req.parseBody();
    const content = phrase === undefined ? { confirm: true } : { phrase: String(phrase) };
    const answer: Answer =
      action === "accept"
        ? { state: String(state), action, content }
        : { state: String(state), action: "decline" };
    const principal = context.get("person");
    const isForPeopleOnly = isForPeople(context, server, String(tool));
    const { invoke } = isForPeopleOnly ? server.people : server;
    const outcome = await invoke(String(tool), parsedForm(input), { principal, ...formAsks, answer });
    const isNo = answer.action === "decline" && outcome.kind === "refused";
    if (isNo && outcome.failure.code === "confirmation_declined") return context.redirect("/?done=no", 303);
    if (outcome.kind !== "completed") return shownPage(context, server, outcome, "/");
    if (!isForPeopleOnly) return context.redirect("/?done=answer", 303);
    context.header("cache-control", "no-store");
    return showPage(context, resultPage(outcome.output));
  });
  return routes;
}

function isForPeople(context: Request, { people }: BackofficeServer, tool: string): boolean {
  return people.list(context.get("person")).some(({ name }) => name === tool);
}

/** The page of the customer that a form is about, or the list. */
function customerPath(context: Context<Env>): string {
  const id = context.req.method === "POST" ? context.req.param("id") : undefined;
  return id === undefined ? "/" : `/customers/${encodeURIComponent(id)}`;
}

/** The server reports what is wrong with the result. */
function parsedForm(text: unknown): object {
  try {
    const value: unknown = JSON.parse(String(text));
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}

const notices = new Map([
  ["note", "The note is saved."],
  ["answer", "Done, as you confirmed it."],
  ["no", "You said no. Nothing has changed."],
]);

function showPage(
  context: Request,
  page: WebPage,
  status: 200 | 404 | 409 = 200,
): Response | Promise<Response> {
  const notice = notices.get(context.req.query("done") ?? "");
  return context.html(layout({ ...page, notice }, context.get("person")), status);
}

/** The question, or the outcome if there is none. */
function shownPage(
  context: Request,
  server: BackofficeServer,
  outcome: Outcome,
  back: string,
): Response | Promise<Response> {
  if (outcome.kind !== "input_required") {
    const code = "failure" in outcome ? outcome.failure.code : "";
    const isMissing = outcome.kind === "unknown_tool" || code.endsWith("_not_found");
    return showPage(context, refusalPage(outcome, back), isMissing ? 404 : 409);
  }
  const shown = [...server.manifest.tools, ...server.people.list(context.get("person"))];
  const contract = shown.find(({ name }) => name === outcome.tool);
  if (!contract) throw new Error(`the gate asked about \`${outcome.tool}\`, which is not in its manifest`);
  return showPage(context, questionPage(outcome, contract));
}

/** No scripts, no frames, nothing from other hosts. */
const pageHeaders: Parameters<typeof secureHeaders>[0] = {
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    styleSrc: ["'self'"],
    formAction: ["'self'"],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
  },
  referrerPolicy: "no-referrer",
  xFrameOptions: "DENY",
  strictTransportSecurity: false,
};

/** Refuses a page of another site whose name was made to resolve to this machine. */
async function loopbackOnly(context: Context, next: () => Promise<void>): Promise<Response | undefined> {
  const host = new URL(context.req.url).hostname;
  if (host !== "127.0.0.1" && host !== "localhost")
    return context.text("This app serves its own machine.", 421);
  await next();
  return undefined;
}
