import type { IconFields, Located } from "./document.ts";
import { type FieldTable, oneOf, type FieldShape, names, text } from "./shape.ts";

/** A name that dialogs show to people. */
export const titleShape: FieldShape<Located<string>> = text("one line of text", /^[^\r\n]+$/);

/** The URL schemes of icons in MCP clients; none executes code, as `javascript:` would. */
const iconSource = /^(https?:\/\/[^\s"<>]+|data:image\/[a-z0-9.+-]+;base64,[A-Za-z0-9+/]+={0,2})$/;

/** The fields of `Icon` in MCP 2026-07-28. */
export const iconFields: FieldTable<IconFields> = {
  src: {
    shape: text("an address that begins with `https://`, or `data:image/TYPE;base64,DATA`", iconSource),
    required: true,
    enforcedBy: "hosts show it",
    description: "Where the image is, or the image itself.",
  },
  mimeType: {
    shape: text("the type of an image, such as `image/png`", /^image\/[a-z0-9.+-]+$/),
    required: false,
    enforcedBy: "hosts read it",
    description: "Its type.",
    default: "as the address or the image says",
  },
  sizes: {
    shape: names(
      text("a size such as `48x48`, or `any`", /^(any|[1-9]\d{0,4}x[1-9]\d{0,4})$/),
      "a list of sizes",
    ),
    required: false,
    enforcedBy: "hosts read it",
    description: "The sizes for which it is made.",
    default: "any",
  },
  theme: {
    shape: oneOf(["light", "dark"]),
    required: false,
    enforcedBy: "hosts read it",
    description: "The background for which it is made.",
    default: "any",
  },
};
