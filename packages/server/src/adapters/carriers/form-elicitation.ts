import { metaKeys, type ConfirmationNote, type JsonObject } from "@proviso/manifest";
import type { Answer, ConfirmationRequest } from "../../api/outcome.ts";

/** A type alias, because the SDKs require an index signature. */
type FormRequest = {
  method: "elicitation/create";
  params: {
    mode: "form";
    message: string;
    requestedSchema: never;
    _meta: { [metaKeys.confirmation]: ConfirmationNote };
  };
};

/** Asks a person by a form in the client that calls (`elicitation/create`). The answer counts: the pipeline checks it. */
export function formRequest({
  message,
  answerSchema,
  summary: _summary,
  ...note
}: ConfirmationRequest): FormRequest {
  return {
    method: "elicitation/create",
    params: {
      mode: "form",
      message,
      requestedSchema: answerSchema as never,
      _meta: { [metaKeys.confirmation]: note },
    },
  };
}

/** Reads a form's answer. Anything but a clear yes or no is no answer. The content is untrusted. */
export function readFormAnswer(result: unknown): Pick<Answer, "action" | "content"> {
  const { action, content } = (result ?? {}) as { readonly action?: unknown; readonly content?: unknown };
  if (action !== "accept" && action !== "decline") return { action: "cancel" };
  return { action, ...(typeof content === "object" && content ? { content: content as JsonObject } : {}) };
}

/** What a client declares under `elicitation`. */
export interface Declared {
  readonly form?: unknown;
  readonly url?: unknown;
}

/** Whether the client says that it can show a form. An empty capability means forms. */
export function showsForms(declared: Declared | undefined): boolean {
  return declared !== undefined && (declared.form !== undefined || declared.url === undefined);
}

/** Whether the client says that it can open a link. */
export function opensLinks(declared: Declared | undefined): boolean {
  return declared?.url !== undefined;
}
