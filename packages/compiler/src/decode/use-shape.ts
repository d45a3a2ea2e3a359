import type { Located } from "./document.ts";
import { type FieldShape, names, text } from "./shape.ts";

const part = String.raw`(?!\.{1,2}/)[^/\\:*?"<>|\u0000-\u001f\u007f]+`;
const packageName = String.raw`(?:@[a-z0-9][a-z0-9._-]*/)?[a-z0-9][a-z0-9._-]*/`;

const usedFile = text(
  "a path such as `../shared/types.yaml`, or a file of a package such as `@acme/contracts/types.yaml`",
  new RegExp(String.raw`^(?:\./|(?:\.\./)+|${packageName})(?:${part}/)*${part}\.ya?ml$`),
);
const usedFiles = names(usedFile, "a list of files");

/** The files that a contract uses: one, or a list. */
export const useShape: FieldShape<readonly Located<string>[]> = {
  label: `${usedFile.label}; or a list of such`,
  schema: { anyOf: [usedFile.schema, usedFiles.schema] },
  decode(node, report) {
    if (node.kind === "list") return usedFiles.decode(node, report);
    const file = usedFile.decode(node, report);
    return file && [file];
  },
};
