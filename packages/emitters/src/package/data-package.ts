import { type Markdown, packageNameText, text } from "../markdown/markdown.ts";
import type { EmittedFile } from "../text/emitted-file.ts";
import type { EmitOptions } from "./emitter.ts";
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

/** The files that make emitted data a package that can be published. */
export async function dataPackageFiles(
  options: EmitOptions,
  data: DataPackage,
): Promise<readonly EmittedFile[]> {
  const render = await createRenderer(options.templates);
  const readme = render(data.readme, readmeView(options));
  return [
    { path: "README.md", text: `${readme}\n` },
    { path: "package.json", text: printJson(packageJson(options, data)) },
  ];
}

function readmeView(options: EmitOptions): { readonly [name: string]: Markdown } {
  return {
    notice: generatedNotice() as Markdown,
    packageName: packageNameText(options.packageName),
    product: text(options.product),
  };
}

function packageJson(options: EmitOptions, { description, exports, files }: DataPackage): object {
  return {
    "//": generatedNotice(),
    name: options.packageName,
    version: options.packageVersion,
    description,
    license: options.license,
    type: "module",
    exports,
    files,
    publishConfig: { access: "public" },
  };
}
