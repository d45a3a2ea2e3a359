import { manifestPath } from "../../naming/domain-file.ts";
import { docText } from "../../typescript/doc-comment.ts";
import { printTypeScript } from "../../typescript/print-typescript.ts";
import { generatedNotice } from "../../text/generated-notice.ts";
import { templateLiteral } from "../../text/literal-text.ts";
import { printCompactJson } from "../../text/print-json.ts";
import { manifestDoc, type ManifestForm } from "./manifest-form.ts";
import { manifestModule } from "./runtime.ts";

/** `manifest/emails.ts` and `index.ts`, with JSON in template literals, which compilers keep. */
export const manifestModules: ManifestForm = {
  domain({ name, file }, { property }, contracts, { layout, shapes }) {
    const module = {
      path: manifestPath(name, layout),
      notice: generatedNotice(file),
      imports: [],
      statements: [
        {
          kind: "constant" as const,
          name: contractsName(property),
          type: "string",
          initializer: templateLiteral(printCompactJson(contracts)),
          docs: [docText(`The contracts of \`${name}\`, as JSON.`)],
        },
      ],
    };
    return [printTypeScript(module, shapes)];
  },
  index(project, domains, { importEnding, shapes }) {
    const contracts = domains.map(({ property }) => contractsName(property));
    const module = {
      path: "manifest/index.ts",
      notice: generatedNotice(),
      imports: [
        { moduleSpecifier: manifestModule, namedImports: ["parseManifest", "type Manifest"] },
        ...domains.map(({ property, file }) => ({
          moduleSpecifier: `./${file}${importEnding}`,
          namedImports: [contractsName(property)],
        })),
      ],
      statements: [
        {
          kind: "constant" as const,
          name: "manifest",
          type: "Manifest",
          initializer: `parseManifest(${templateLiteral(printCompactJson(project))}, [${contracts.join(", ")}])`,
          docs: [docText(manifestDoc)],
        },
      ],
    };
    return [printTypeScript(module, shapes)];
  },
};

function contractsName(property: string): string {
  return `${property}Contracts`;
}
