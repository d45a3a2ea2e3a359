import type { AnswerPage } from "../adapters/wire/http-listener.ts";
import { checkOptionNames, type OptionNames } from "../api/check-option-names.ts";
import type { ServerOptions } from "../api/options.ts";
import type { EnforcingServer } from "../api/outcome.ts";
import type { ApprovalInbox } from "../inbox/approval-inbox.ts";
import type { InboxSettings } from "../inbox/inbox-settings.ts";
import type { SignInProvider } from "../inbox/sign-in/sign-in-provider.ts";

/** What the inbox needs of the options of a server. */
export type InboxSource = Pick<ServerOptions<never>, "approvals" | "store" | "stateKeys" | "clock">;

export interface OpenInbox extends Pick<ApprovalInbox, "signInLink" | "close"> {
  readonly mounted: { readonly path: string; readonly answer: AnswerPage };
}

const settingNames: OptionNames<InboxSettings> = {
  product: true,
  sessionMs: true,
  signIn: true,
  slack: true,
};

/**
 * Throws a TypeError if the server has no approvals, not where people find them, or a provider with which nobody could sign in safely.
 * `callers` is the issuer of the callers' tokens.
 */
export async function openInbox(
  server: EnforcingServer,
  { approvals, store, stateKeys, clock }: InboxSource,
  settings: InboxSettings,
  callers?: string,
): Promise<OpenInbox> {
  checkOptionNames(settings, settingNames);
  const url = approvals?.url;
  if (url === undefined || !store || !stateKeys)
    throw new TypeError(
      "the inbox needs to know its address: give the server `approvals: { url }`, with a `store` and `stateKeys`",
    );
  if (callers !== undefined && settings.signIn) compareIssuers(callers, settings.signIn);
  await settings.signIn?.check?.();
  // Loaded late: most servers have no inbox.
  const { approvalInbox } = await import("../inbox/approval-inbox.ts");
  const parts = { approvals: server.approvals, url, store, stateKeys, ...(clock && { clock }) };
  const { handle, signInLink, close } = approvalInbox({ ...settings, ...parts });
  const path = new URL(url).pathname.replace(/\/+$/, "");
  return { mounted: { path, answer: handle }, signInLink, close };
}

/** A person who has one id in the tokens of agents and another in the inbox could approve their own call as somebody else. */
function compareIssuers(callers: string, { issuer, signsInAt }: SignInProvider): void {
  if (signsInAt === undefined || withoutSlash(callers) === withoutSlash(signsInAt)) return;
  const found = `callers have tokens of ${callers}, and people sign in to the inbox at ${signsInAt}`;
  if (issuer !== undefined)
    throw new TypeError(
      `${found}, which may give one person another id: give \`openIdConnect\` the option \`principal\`, which makes the id that the person has in the tokens of callers`,
    );
  console.error(
    `proviso: ${found}: \`principal\` of \`openIdConnect\` must give each person the id of the tokens of callers, or somebody approves their own call.`,
  );
}

function withoutSlash(issuer: string): string {
  return issuer.replace(/\/$/, "");
}
