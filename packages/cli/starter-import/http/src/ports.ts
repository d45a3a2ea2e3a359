import type { HttpApi } from "./http-api.ts";

/** What the handlers may use. They get nothing else, so a test can give them an API of its own. */
export interface Ports {
  readonly api: HttpApi;
}
