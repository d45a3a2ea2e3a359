import type { Upstream } from "./upstream.ts";

/** What the handlers may use. They get nothing else, so a test can give them a server of its own. */
export interface Ports {
  readonly upstream: Upstream;
}
