import { contentKinds, type Json } from "../contract/contract.ts";
import { isObject } from "../contract/is-object.ts";
import type { ContractField } from "./field.ts";
import { arrayForm, integerForm, objectForm, textsForm } from "./stored-forms.ts";

export const result: ContractField = {
  name: "result",
  stored: objectForm(
    { kinds: arrayForm({ enum: contentKinds }) },
    { mimeTypes: textsForm, maxBytes: integerForm },
  ),
  isOptional: true,
  enforcedBy: "server, `execute`; client guard; types of both packages",
  description:
    "For a result of content blocks: which kinds. `outputSchema` then describes the `structuredContent` beside them.",
  default: "the output as JSON text",
};

/** The form in a list: the kinds of content in words; `content` means all of them. */
export function listResult(value: Json): Json {
  if (!isObject(value) || Object.keys(value).length !== 1 || !Array.isArray(value["kinds"])) return value;
  const kindWords = value["kinds"].join(" ");
  return kindWords === contentKinds.join(" ") ? "content" : kindWords;
}

export function readResult(value: Json): Json {
  if (typeof value !== "string") return value;
  return { kinds: value === "content" ? [...contentKinds] : value.split(" ") };
}
