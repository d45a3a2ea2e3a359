import type { ApprovalsRuntime, MountedPages, MountedSite } from "@proviso/server/extension";
import type { ApprovalDesk } from "../api/approval-desk.ts";
import type { SignInProvider } from "../sign-in/sign-in-provider.ts";
import { approvalInbox } from "./approval-inbox.ts";
import type { InboxOptions } from "./inbox-options.ts";

/**
 * Opens the pages at the path of their address. Rejects with a TypeError if that is not known, or
 * for a provider with which nobody could sign in safely.
 */
export async function mountInbox(
  { desk, host }: { readonly desk: ApprovalDesk; readonly host: ApprovalsRuntime },
  { url, ...options }: InboxOptions,
  { product, issuer }: MountedSite,
): Promise<MountedPages> {
  if (url === undefined)
    throw new TypeError("the inbox needs to know its address: give it as `inbox({ url })`");
  if (issuer !== undefined && options.signIn) compareIssuers(issuer, options.signIn);
  await options.signIn?.check?.();
  const { clock, onFault, stateKeys, store } = host;
  const { handle, signInLink, close } = approvalInbox({
    ...options,
    approvals: desk,
    url,
    store,
    stateKeys,
    clock,
    onFault: (error) => onFault(error, "proviso.inbox"),
    product: options.product ?? product,
  });
  const path = new URL(url).pathname.replace(/\/+$/, "");
  return { mounted: { path, answer: handle }, signInLink, close };
}

/** A person with one id in tokens and another in the inbox could approve their own call. */
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
