export { inbox } from "./inbox/inbox.ts";
export type { Inbox } from "./inbox/inbox.ts";
export { approvalInbox } from "./inbox/approval-inbox.ts";
export type { ApprovalInbox, ApprovalInboxOptions } from "./inbox/approval-inbox.ts";
export type { InboxOptions, InboxSettings } from "./inbox/inbox-options.ts";
export { email } from "./notify/email.ts";
export type { ApprovalMail, EmailOptions } from "./notify/email.ts";
export type { SlackUser } from "./notify/slack-request.ts";
export { slack } from "./notify/slack.ts";
export type { Slack, SlackOptions } from "./notify/slack.ts";
export { webPush } from "./push/web-push.ts";
export type { PushSubscription, WebPush, WebPushOptions } from "./push/web-push.ts";
export { webhook } from "./notify/webhook.ts";
export type { WebhookOptions } from "./notify/webhook.ts";
export { openIdConnect } from "./openid/openid-connect.ts";
export type { OpenIdConnectOptions } from "./openid/openid-connect.ts";
export type { SignInAttempt, SignInProvider } from "./sign-in/sign-in-provider.ts";
export { signInLink } from "./sessions/sign-in-link.ts";
export type { SignInLinkOptions } from "./sessions/sign-in-link.ts";
export { openApprovals } from "./inbox/open-approvals.ts";
export type { OpenApprovalsOptions } from "./inbox/open-approvals.ts";
export type {
  Approval,
  ApproverRules,
  Asker,
  Decider,
  ApprovalDecision,
  EarlierCall,
  Objection,
  Rejection,
  Replaced,
  Withdrawal,
} from "./api/approval.ts";
export type { ApprovalNotice, ApprovalNotifier } from "./api/approval-notice.ts";
export type {
  ApprovalDesk,
  DecisionOptions,
  DecisionResult,
  LogInLeft,
  ReviewedApproval,
} from "./api/approval-desk.ts";
export type { ApprovalState, CallTerms, Reviewer, ShownCall } from "@proviso/server/extension";
