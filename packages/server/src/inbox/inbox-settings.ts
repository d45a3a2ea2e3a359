import type { Slack } from "./notify/slack.ts";
import type { SignInProvider } from "./sign-in/sign-in-provider.ts";

/** How the inbox looks and lets people in. */
export interface InboxSettings {
  /** The name of the product, in the head of every page. */
  readonly product?: string;
  /** Milliseconds for which somebody stays signed in, with the permissions of the log-in. Defaults to an hour. */
  readonly sessionMs?: number;
  /** Where people sign in, such as `openIdConnect({ … })`. Defaults to nowhere: then only links sign in. */
  readonly signIn?: SignInProvider;
  /** Reads the buttons that people press in Slack, which sends them to `URL/slack`. Defaults to not reading any. */
  readonly slack?: Slack;
}
