import { contentKinds, type ContentKind, type ResultContent } from "@proviso/manifest";
import type { Report } from "../report/diagnostic.ts";
import { nearest } from "../report/did-you-mean.ts";
import type { SyntaxNode } from "../syntax/syntax-tree.ts";
import type { Decoded, Located } from "./document.ts";
import { decodeErrors } from "./problems.ts";
import { type FieldTable, fields, names, type FieldShape, text, wholeNumber, wrongType } from "./shape.ts";

/** All kinds in one word. */
const anyContent = "content";
const resultWords: readonly string[] = [...contentKinds, anyContent];
const resultExample = "`text`, `text | image`, or `content` for any kind of block";

/** `text`, `text | image`, or `content`. */
const resultContentKinds: FieldShape<Located<readonly ContentKind[]>> = {
  label: resultExample,
  schema: { type: "string", pattern: `^(${resultWords.join("|")})( *\\| *(${contentKinds.join("|")}))*$` },
  decode(node, report) {
    if (node.kind !== "scalar" || typeof node.value !== "string")
      return wrongType(node, resultExample, report);
    const parts = node.value.split("|").map((part) => part.trim());
    const unknown = parts.filter((part) => !resultWords.includes(part));
    for (const value of unknown)
      report(
        decodeErrors.at(node.span, "unknown-value", {
          value,
          allowed: resultWords,
          nearest: nearest(value, resultWords),
        }),
      );
    parts.forEach((part, index) => {
      // `content` already includes every other kind.
      const isRepeated = parts.indexOf(part) < index || (parts.includes(anyContent) && part !== anyContent);
      if (isRepeated && resultWords.includes(part))
        report(decodeErrors.at(node.span, "repeated-entry", { entry: part }));
    });
    if (unknown.length > 0) return undefined;
    const isAny = parts.includes(anyContent);
    return { value: contentKinds.filter((kind) => isAny || parts.includes(kind)), span: node.span };
  },
};

export interface ResultFields {
  readonly content: Located<readonly ContentKind[]>;
  readonly mimeTypes?: readonly Located<string>[];
  readonly maxBytes?: Located<number>;
}

const mimeType = text(
  "a MIME type such as `image/png`, or `image/*` for all of a kind",
  /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/(\*|[a-z0-9][a-z0-9!#$&^_.+-]{0,126})$/,
);

/** In base64 and with what is around them, these are what a client guard still reads. */
const maxMediaBytes = 10_000_000;

export const resultFields: FieldTable<ResultFields> = {
  content: {
    shape: resultContentKinds,
    required: true,
    enforcedBy: "server, `execute`; client guard; types of both packages",
    description: `The kinds of content block: ${resultExample}.`,
  },
  mimeTypes: {
    shape: names(mimeType, "a list of MIME types"),
    required: false,
    enforcedBy: "server, `execute`; client guard",
    description: "What images, audio and resources may be.",
    default: "any MIME type",
  },
  maxBytes: {
    shape: wholeNumber(1, maxMediaBytes),
    required: false,
    enforcedBy: "server, `execute`; client guard",
    description: "The most bytes of all blocks together, after base64 is decoded.",
    default: "what the server takes for a result (`maxResultBytes`)",
  },
};

const longForm: FieldShape<Decoded<ResultFields>> = fields("`result`", () => resultFields);

/** The kinds of content, or a map with more about them. */
export const resultContentShape: FieldShape<Located<ResultContent>> = {
  label: `${resultExample}; or a map with \`content\``,
  get schema() {
    return { anyOf: [resultContentKinds.schema, longForm.schema] };
  },
  decode(node, report, key) {
    if (node.kind === "map") return decodeLong(node, report, key);
    const decoded = resultContentKinds.decode(node, report);
    return decoded && { value: { kinds: decoded.value }, span: node.span };
  },
};

function decodeLong(
  node: SyntaxNode,
  report: Report,
  key: Parameters<FieldShape<unknown>["decode"]>[2],
): Located<ResultContent> | undefined {
  const decoded = longForm.decode(node, report, key);
  if (!decoded?.whole || !decoded.fields.content) return undefined;
  const { content, mimeTypes, maxBytes } = decoded.fields;
  return {
    value: {
      kinds: content.value,
      ...(mimeTypes && { mimeTypes: mimeTypes.map(({ value }) => value) }),
      ...(maxBytes && { maxBytes: maxBytes.value }),
    },
    span: node.span,
  };
}
