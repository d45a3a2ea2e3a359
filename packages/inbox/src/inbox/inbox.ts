import { riskLevels } from "@proviso/manifest";
import {
  checkOptionNames,
  readNumbers,
  valueSeal,
  type Approvals,
  type ApprovalsRuntime,
  type ApprovalsPlug,
} from "@proviso/server/extension";
import type { Approval } from "../api/approval.ts";
import type { ApprovalDesk } from "../api/approval-desk.ts";
import { approvalApp, type AppParts } from "../app/approval-app.ts";
import { announce } from "../approvals/announce.ts";
import { answerCalls } from "../approvals/answer-calls.ts";
import { approvalDesk, endPaused } from "../approvals/approval-desk.ts";
import { newsOfCall } from "../pages/news-of-call.ts";
import { bindEdit } from "../approvals/bind-edit.ts";
import type { CallApprovalParts } from "../approvals/call-approvals.ts";
import type { DeskParts } from "../approvals/desk-parts.ts";
import { approvalParts } from "../approvals/approval-parts.ts";
import { taskRecords } from "../approvals/task-records.ts";
import { stateOf } from "../approvals/waiting-calls.ts";
import { waitingTasks } from "../approvals/waiting-tasks.ts";
import { countReadAgain } from "../care/care.ts";
import { mandateDesk } from "../mandates/mandate-desk.ts";
import { mandateParts } from "../mandates/mandate-parts.ts";
import { withMandates, type UseParts } from "../mandates/use-mandate.ts";
import { pushNotifier } from "../push/push-notifier.ts";
import { subscriptions } from "../push/subscriptions.ts";
import { optionNames, type InboxOptions } from "./inbox-options.ts";
import { mountInbox } from "./mount.ts";

/** The option `approvals` of one server. */
export interface Inbox extends ApprovalsPlug {
  /** For people and operators. Throws before a server was made with this inbox. */
  readonly desk: ApprovalDesk;
}

interface Opened {
  readonly host: ApprovalsRuntime;
  readonly desk: ApprovalDesk;
  readonly now: () => Promise<Date>;
}

const counts = { perCaller: 20 };
const durations = { waitMs: 60 * 60_000 };
const maxWaitMs = 7 * 24 * 60 * 60_000;

/** Lets people approve calls outside of the client that made them. Throws a TypeError for a wrong option. */
export function inbox(options: InboxOptions = {}): Inbox {
  checkOptions(options);
  let opened: Opened | undefined;
  const listeners = new Set<() => void>();
  const once = (): Opened => {
    if (opened) return opened;
    throw new TypeError("the inbox has no server yet: give it to one as the option `approvals`");
  };
  const made: Inbox = {
    get desk() {
      return once().desk;
    },
    open(host) {
      if (opened)
        throw new TypeError("the inbox belongs to another server: make one `inbox({ … })` for each");
      const { push, notify = [] } = options;
      const kept = subscriptions(host.store, host.stateKeys);
      const notifiers = push ? [...notify, pushNotifier(push, kept, () => once().desk)] : notify;
      const parts = partsIn(host, { ...options, notify: notifiers });
      const { onFault, realm, stateKeys } = host;
      const standing = { ...parts, realm, onFault, ...mandateParts(parts, host, valueSeal(stateKeys)) };
      const desk = { ...approvalDesk(parts), mandates: mandateDesk(standing) };
      opened = { host, desk, now: parts.now };
      const waits = (approval: Approval): void => {
        listeners.forEach((listener) => listener());
        parts.announce(approval);
      };
      return approvalsOf({ ...parts, announce: waits }, standing, host, { ...options, desk });
    },
    mount: async (site) => mountInbox(once(), options, site),
  };
  insides.set(made, { now: () => once().now(), listeners });
  return made;
}

/** What a person in a test needs of an inbox besides its desk. */
export interface InboxInsides {
  /** The time by which approvals expire and log-ins become old. Throws before there is a server. */
  readonly now: () => Promise<Date>;
  /** Called whenever a call starts to wait. */
  readonly listeners: Set<() => void>;
}

const insides = new WeakMap<Inbox, InboxInsides>();

/** The insides of what `inbox` has made; undefined for anything else. */
export function insidesOf(made: Inbox): InboxInsides | undefined {
  return insides.get(made);
}

function checkOptions(options: InboxOptions): void {
  checkOptionNames(options, optionNames);
  const { waitMs } = readNumbers(durations, options, "a number of milliseconds");
  readNumbers(counts, options, "a number");
  if (waitMs > maxWaitMs) throw new TypeError(`\`waitMs\` must be at most ${maxWaitMs}, seven days`);
  const { inboxFrom, inChat, tasks, url } = options;
  const levels = riskLevels.filter((level) => level !== "forbidden");
  if (inboxFrom !== undefined && !levels.includes(inboxFrom))
    throw new TypeError(`\`inboxFrom\` must be one of ${levels.join(", ")}`);
  if (inChat !== undefined && !["low", "medium", "high"].includes(inChat))
    throw new TypeError(
      "`inChat` must be one of low, medium, high: critical calls are approved in the inbox",
    );
  if (inChat !== undefined && url === undefined)
    throw new TypeError("`inChat` needs `url`: other calls are approved there");
  if (tasks !== undefined && typeof tasks !== "boolean") throw new TypeError("`tasks` must be true or false");
  if (url !== undefined && !/^https?:$/.test(protocolOf(url)))
    throw new TypeError("`url` of the inbox must be an http or https address");
}

function partsIn(host: ApprovalsRuntime, options: InboxOptions): CallApprovalParts {
  const { onFault, realm, stateKeys, tools } = host;
  const { notify: notifiers = [], url } = options;
  const { waitMs, perCaller } = readNumbers({ ...durations, ...counts }, options, "a number");
  const known = { realm, tools, bindEdit: editIn(tools) };
  const parts = approvalParts(host, valueSeal(stateKeys), known);
  const tell = announce({ notifiers, url, onFault, shares: parts.shares, perCaller });
  return {
    ...parts,
    realm,
    waitMs,
    perCaller,
    announce: tell,
    ...(url !== undefined && { url }),
  };
}

function editIn(tools: ApprovalsRuntime["tools"]): NonNullable<DeskParts["bindEdit"]> {
  return async (approval, input) => {
    const contract = tools.find(({ name }) => name === approval.terms.tool);
    return contract ? bindEdit(approval, input, contract) : { ok: true };
  };
}

function approvalsOf(
  parts: CallApprovalParts,
  standing: UseParts,
  host: ApprovalsRuntime,
  { desk, inboxFrom = "high", inChat, tasks = false, url = "" }: InboxOptions & Pick<AppParts, "desk">,
): Approvals {
  const { invoke, realm, stateKeys, store, track } = host;
  const records = taskRecords(store, valueSeal(stateKeys), realm);
  return {
    ...withMandates(answerCalls(parts), standing),
    from: inboxFrom,
    callers: {
      stateOf: stateOf(parts),
      ...(tasks && { tasks: waitingTasks({ ...parts, tasks: records, invoke, track }) }),
      ...(inChat && {
        app: approvalApp({ desk, url, upTo: inChat, seal: valueSeal(stateKeys), ...host, ...parts }),
      }),
    },
    waiting: () => countPending(parts),
    readAgain: () => countReadAgain(store),
    endPaused: () => endPaused(parts),
    news: (call, shown) => newsOfCall(call, shown, parts),
  };
}

async function countPending({ now, records }: DeskParts): Promise<number> {
  const [at, open] = await Promise.all([now(), records.open()]);
  return open.filter(({ expiresAt, state }) => state === "pending" && at.getTime() < expiresAt).length;
}

function protocolOf(url: string): string {
  return URL.canParse(url) ? new URL(url).protocol : "";
}
