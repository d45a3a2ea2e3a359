import type { EmittedFile } from "../text/emitted-file.ts";
import { generatedNotice } from "../text/generated-notice.ts";
import { printJsonFile } from "../text/print-json.ts";
import type { EmitOptions, PackageOptions } from "./emitter.ts";

interface Published {
  readonly description: string;
}

/** `package.json` with these further fields, and the licence of a package that may be published. */
export function describePackage(
  ownMetadata: PackageOptions,
  { product }: EmitOptions,
  { description }: Published,
  fields: object,
): readonly EmittedFile[] {
  const { name, version, license, licenseText, repository, access } = ownMetadata;
  const isPrivate = access === "private";
  const content = {
    "//": generatedNotice(),
    name,
    version,
    ...(isPrivate ? { private: true } : {}),
    description,
    keywords: ["mcp", "model-context-protocol", product],
    license,
    ...(repository ? { repository } : {}),
    type: "module",
    ...fields,
    ...(isPrivate ? {} : { publishConfig: { access } }),
  };
  return [
    { path: "package.json", text: printJsonFile(content) },
    ...(licenseText === undefined || isPrivate ? [] : [{ path: "LICENSE", text: licenseText }]),
  ];
}
