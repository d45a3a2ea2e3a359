/** How the inbox looks and lets people in. */
export interface InboxSettings {
  /** The name of the product, in the head of every page. */
  readonly product?: string;
  /** Milliseconds for which somebody stays signed in, with the permissions of the log-in. Defaults to an hour. */
  readonly sessionMs?: number;
}
