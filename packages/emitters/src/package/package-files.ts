import type { EmittedFile } from "../text/emitted-file.ts";
import type { EmitOptions, PackageOptions } from "./emitter.ts";
import { describePackage } from "./package-metadata.ts";
import { generatedNotice } from "../text/generated-notice.ts";
import { printJsonFile } from "../text/print-json.ts";

export interface GeneratedPackage {
  readonly description: string;
  /** The packages that its code imports. */
  readonly dependencies: readonly string[];
  /** Modules beside the index, each with a subpath of its own. */
  readonly modules: readonly string[];
  /** Globs of the data files that the package exports. */
  readonly data: readonly string[];
  /** Its Markdown. */
  readonly readme: (own: PackageOptions) => string;
}

/** The files that make modules a package to build and publish; none for a plain folder. */
export function packageFiles(options: EmitOptions, generated: GeneratedPackage): readonly EmittedFile[] {
  const { package: own } = options;
  if (!own) return [];
  const importsSchemas = generated.dependencies.includes(options.schemasModule);
  const references = importsSchemas ? { references: [{ path: own.schemasFolder }] } : {};
  return [
    { path: "README.md", text: generated.readme(own) },
    ...describePackage(own, options, generated, codeFields(own, generated)),
    {
      path: "tsconfig.json",
      text: printJsonFile({ "//": generatedNotice(), ...tsconfig, ...references }),
    },
  ];
}

/** `prepack` builds a package before it is packed, with the schemas that it imports. */
function codeFields(
  { runtimeVersions }: PackageOptions,
  { dependencies, modules, data }: GeneratedPackage,
): object {
  return {
    engines: { node: ">=22.16" },
    types: "./dist/index.d.ts",
    exports: {
      ".": exportedModules("index"),
      ...(modules.length > 0 && { "./*": exportedModules("*") }),
      ...Object.fromEntries(data.map((path) => [`./${path}`, `./${path}`])),
      "./package.json": "./package.json",
    },
    files: [
      // One by one: `dist` may still hold the build of a module that is no longer generated.
      ...["index", ...modules].map((module) => `dist/${module}.*`),
      ...(data.length > 0 ? ["manifest", ...data] : []),
      "src",
    ],
    sideEffects: false,
    scripts: { build: "tsc -b", prepack: "tsc -b" },
    dependencies: Object.fromEntries(dependencies.map((name) => [name, runtimeVersions[name] ?? "*"])),
    devDependencies: { typescript: ">=5.9" },
  };
}

function exportedModules(module: string): object {
  return { types: `./dist/${module}.d.ts`, default: `./dist/${module}.js` };
}

/** Extends no other configuration, so that the package builds anywhere. */
const tsconfig = {
  compilerOptions: {
    target: "es2023",
    lib: ["es2023"],
    module: "nodenext",
    moduleResolution: "nodenext",
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    rewriteRelativeImportExtensions: true,
    verbatimModuleSyntax: true,
    isolatedModules: true,
    isolatedDeclarations: true,
    erasableSyntaxOnly: true,
    declaration: true,
    declarationMap: true,
    sourceMap: true,
    composite: true,
    skipLibCheck: true,
    types: [],
    rootDir: "src",
    outDir: "dist",
    tsBuildInfoFile: "dist/.tsbuildinfo",
  },
  include: ["src"],
};
