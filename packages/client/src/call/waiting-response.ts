import { type JsonObject, metaKeys } from "@proviso/manifest";
import type { WireLink, WireResult } from "../connection/connection.ts";
import { asObject } from "../connection/json.ts";

/** The code of a call that a person has to approve outside of this client. */
export const approvalPending = "approval_pending";
/** The code of a call before which pages have to be opened. */
export const linksRequired = "links_required";

export type FailedResponse = Extract<WireResult, { readonly kind: "failed" }>;
/** A response that refers a person to something outside of this client. */
export type WaitingResponse = FailedResponse | Extract<WireResult, { readonly kind: "links_required" }>;

export function isWaiting(answer: WireResult): answer is WaitingResponse {
  return (
    answer.kind === "links_required" ||
    (answer.kind === "failed" && failureOf(answer)["code"] === approvalPending)
  );
}

/** The pages of such a response. */
export function linksOf(answer: WaitingResponse): readonly WireLink[] {
  if (answer.kind === "links_required") return answer.links;
  const { url } = asObject(failureOf(answer)["details"]) ?? {};
  return [{ url, message: answer.text }];
}

/** The guard's message to a model, in place of the server's text. */
export interface WaitingWords {
  readonly message: string;
  readonly details?: JsonObject;
}

function failureOf({ meta }: FailedResponse): JsonObject {
  return asObject(meta[metaKeys.failure]) ?? {};
}
