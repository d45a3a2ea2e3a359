import { type Markdown, packageNameText, text } from "../text/markdown.ts";
import type { EmittedFile } from "../text/emitted-file.ts";
import type { EmitOptions } from "./emitter.ts";
import { generatedNotice } from "../text/generated-notice.ts";
import type { TemplateName } from "../naming/known-names.ts";
import { describePackage } from "./package-metadata.ts";
import { createRenderer } from "../templates/render-template.ts";

/** A package of data only, without a build or dependencies. */
export interface DataPackage {
  readonly description: string;
  readonly exports: Readonly<Record<string, string>>;
  readonly files: readonly string[];
  readonly readme: TemplateName;
  /** Whether the emitted package may not be published, whatever the project says. */
  readonly isPrivate?: true;
}

/** The README of emitted data, and what makes it a package that can be published. */
export async function dataPackageFiles(
  options: EmitOptions,
  data: DataPackage,
): Promise<readonly EmittedFile[]> {
  const { exports, files, isPrivate } = data;
  const own = options.package && {
    ...options.package,
    ...(isPrivate ? { access: "private" as const } : {}),
  };
  const render = await createRenderer(options.templates);
  const readme = render(data.readme, readmeView(options, data));
  return [
    { path: "README.md", text: `${readme}\n` },
    ...(own ? describePackage(own, options, data, { exports, files }) : []),
  ];
}

function readmeView(
  { product, package: own }: EmitOptions,
  { description }: DataPackage,
): { readonly [name: string]: Markdown } {
  return {
    notice: generatedNotice() as Markdown,
    packageName: own ? packageNameText(own.name) : text(description.replace(/\.$/, "")),
    product: text(product),
  };
}
