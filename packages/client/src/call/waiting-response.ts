import { metaKeys } from "@proviso/manifest";
import type { JsonObject, ToolContract } from "@proviso/manifest";
import type { WireLink, WireResult } from "../connection/connection.ts";
import { asObject } from "../json/json.ts";

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
    (answer.kind === "failed" && failureOf(answer)?.["code"] === approvalPending)
  );
}

/** The pages of such a response. */
export function linksOf(answer: WaitingResponse): readonly WireLink[] {
  if (answer.kind === "links_required") return answer.links;
  const url = asObject(failureOf(answer)?.["details"])?.["url"];
  return url === undefined ? [] : [{ url, message: answer.text }];
}

/** What a model is told, instead of the server's own words. */
export interface WaitingWords {
  readonly message: string;
  readonly details?: JsonObject;
}

/** The response in the guard's own words, which are loaded when a call waits. If that fails, they say no more than that. */
export async function inOwnWords(
  answer: WaitingResponse,
  contract: ToolContract | undefined,
): Promise<FailedResponse> {
  const [code, meta] = answer.kind === "failed" ? [approvalPending, answer.meta] : [linksRequired, {}];
  const words: WaitingWords = await import("./waiting-words.ts").then(
    ({ waitingWords }) => waitingWords(answer, contract),
    () => ({
      message: "Nothing has happened yet: a person has to do something outside of this conversation.",
    }),
  );
  const { retry } = asObject(meta[metaKeys.failure]) ?? {};
  const failure = { code, ...(retry !== undefined && { retry }), ...words } as JsonObject;
  return { kind: "failed", text: words.message, meta: { ...meta, [metaKeys.failure]: failure } };
}

function failureOf({ meta }: FailedResponse): JsonObject | undefined {
  return asObject(meta[metaKeys.failure]);
}
