import type { JsonObject } from "@proviso/manifest";
import type { Principal, WantedLogIn } from "@proviso/server/extension";

/** What a browser keeps, sealed, while its user is at the provider. */
export interface SignInAttempt {
  /** Where the browser goes. */
  readonly location: URL;
  readonly checks: JsonObject;
}

/** Signs people in elsewhere, such as `openIdConnect({ … })`. */
export interface SignInProvider {
  /** For the button. */
  readonly name: string;
  /** The issuer that gives people their ids; absent if the host makes the principals. */
  readonly issuer?: string;
  /** The issuer at which people sign in, also where the host makes the principals. */
  readonly signsInAt?: string;
  /** Rejects if nobody could ever sign in safely; not if the provider is unreachable now. */
  check?(): Promise<void>;
  /** With `wanted`, the person logs in anew, in that class. The result is checked again. */
  start(redirectUri: URL, wanted?: WantedLogIn): Promise<SignInAttempt>;
  /** Returns who came back to `address`. Undefined or an error means nobody. */
  finish(address: URL, checks: JsonObject): Promise<Principal | undefined>;
}
