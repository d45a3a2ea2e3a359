export { approvalInbox } from "./inbox/approval-inbox.ts";
export type { ApprovalInbox, ApprovalInboxOptions } from "./inbox/approval-inbox.ts";
export type { InboxSettings } from "./inbox/inbox-settings.ts";
export { openIdConnect } from "./inbox/openid/openid-connect.ts";
export type { OpenIdConnectOptions } from "./inbox/openid/openid-connect.ts";
export type { SignInAttempt, SignInProvider } from "./inbox/sign-in/sign-in-provider.ts";
export { signInLink } from "./inbox/sessions/sign-in-link.ts";
export type { SignInLinkOptions } from "./inbox/sessions/sign-in-link.ts";
