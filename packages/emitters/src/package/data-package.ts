import { type Markdown, packageNameText, text } from "../markdown/markdown.ts";
import type { EmittedFile } from "../text/emitted-file.ts";
import type { EmitOptions, PackageOptions } from "./emitter.ts";
import { generatedNotice } from "../text/generated-notice.ts";
import type { TemplateName } from "../naming/known-names.ts";
import { printJson } from "../text/print-json.ts";
import { createRenderer } from "../templates/render-template.ts";

/** A package of data only, without a build or dependencies. */
export interface DataPackage {
  readonly description: string;
  readonly exports: Readonly<Record<string, string>>;
  readonly files: readonly string[];
  readonly readme: TemplateName;
}

/** The README of emitted data, and what makes it a package that can be published. */
export async function dataPackageFiles(
  options: EmitOptions,
  data: DataPackage,
): Promise<readonly EmittedFile[]> {
  const render = await createRenderer(options.templates);
  const readme = render(data.readme, readmeView(options, data));
  return [
    { path: "README.md", text: `${readme}\n` },
    ...(options.package
      ? [{ path: "package.json", text: printJson(packageJson(options.package, data)) }]
      : []),
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

function packageJson(
  { name, version, license }: PackageOptions,
  { description, exports, files }: DataPackage,
): object {
  return {
    "//": generatedNotice(),
    name,
    version,
    description,
    license,
    type: "module",
    exports,
    files,
    publishConfig: { access: "public" },
  };
}
