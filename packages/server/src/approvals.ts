export { approvalInbox } from "./inbox/approval-inbox.ts";
export type { ApprovalInbox, ApprovalInboxOptions } from "./inbox/approval-inbox.ts";
export type { InboxSettings } from "./inbox/inbox-settings.ts";
export { signInLink } from "./inbox/sessions/sign-in-link.ts";
export type { SignInLinkOptions } from "./inbox/sessions/sign-in-link.ts";
