/**
 * Risk levels from which up only the inbox approves, the default first: below critical, a host that can show a question asks its own
 * user. Whether that user or the host itself answers, the gateway cannot know.
 */
export const inboxLevels = ["critical", "high", "medium", "low"] as const;
export type InboxLevel = (typeof inboxLevels)[number];
