import { type JsonObject, type ToolContract, metaKeys } from "@proviso/manifest";
import { asObject } from "../connection/json.ts";
import { approvalPending, linksRequired } from "./waiting-response.ts";
import type { FailedResponse, WaitingResponse, WaitingWords } from "./waiting-response.ts";

/** Puts a waiting response in the guard's own words. They are loaded when first needed; if that fails, a short text is used. */
export async function inOwnWords(
  answer: WaitingResponse,
  contract: ToolContract | undefined,
): Promise<FailedResponse> {
  const [code, meta] = answer.kind === "failed" ? [approvalPending, answer.meta] : [linksRequired, {}];
  const words: WaitingWords = await import("./waiting-words.ts").then(
    ({ waitingWords }) => waitingWords(answer, contract),
    // Stryker disable next-line ArrowFunction, ObjectLiteral: our own module cannot fail in a test
    () => ({
      message: "This call has not run yet: a person has to do something outside of this conversation.",
    }),
  );
  const { retry } = asObject(meta[metaKeys.failure]) ?? {};
  const failure = { code, ...(retry !== undefined && { retry }), ...words } as JsonObject;
  return { kind: "failed", text: words.message, meta: { ...meta, [metaKeys.failure]: failure } };
}
