import type { EmittedFile } from "../text/emitted-file.ts";
import type { EmitOptions } from "./emitter.ts";
import { generatedNotice } from "../text/generated-notice.ts";
import type { ModuleEntry } from "./package-entry.ts";
import { printJson } from "../text/print-json.ts";

export interface GeneratedPackage {
  readonly description: string;
  /** The runtime that its code imports. */
  readonly runtimePackage: string;
  readonly modules: readonly ModuleEntry[];
  /** Markdown. */
  readonly readme: string;
}

/** What makes emitted modules a package that builds and publishes in any repository. */
export function packageFiles(options: EmitOptions, generated: GeneratedPackage): readonly EmittedFile[] {
  return [
    { path: "README.md", text: generated.readme },
    jsonFile("package.json", packageJson(options, generated)),
    jsonFile("tsconfig.json", tsconfig),
  ];
}

function packageJson(
  options: EmitOptions,
  { description, runtimePackage, modules }: GeneratedPackage,
): object {
  const { packageName, packageVersion, license, runtimeVersions } = options;
  const { typescript } = runtimeVersions;
  return {
    name: packageName,
    version: packageVersion,
    description,
    license,
    type: "module",
    engines: { node: ">=22.16" },
    exports: {
      ".": exported("index"),
      ...Object.fromEntries(modules.map(({ file }) => [`./${file}`, exported(file)])),
      "./package.json": "./package.json",
    },
    files: ["dist", "manifest", "src", "!dist/.tsbuildinfo"],
    sideEffects: false,
    scripts: { build: "tsc -b" },
    dependencies: { [runtimePackage]: runtimeVersions[runtimePackage] ?? "*" },
    ...(typescript === undefined ? {} : { devDependencies: { typescript } }),
    publishConfig: { access: "public" },
  };
}

function exported(module: string): object {
  return { types: `./dist/${module}.d.ts`, default: `./dist/${module}.js` };
}

/** Extends nothing: the package must build wherever it is put. */
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

function jsonFile(path: string, content: object): EmittedFile {
  return { path, text: printJson({ "//": generatedNotice(), ...content }) };
}
