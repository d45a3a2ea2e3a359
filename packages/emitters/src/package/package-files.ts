import type { EmittedFile } from "../text/emitted-file.ts";
import type { EmitOptions, PackageOptions } from "./emitter.ts";
import { generatedNotice } from "../text/generated-notice.ts";
import { printJson } from "../text/print-json.ts";

export interface GeneratedPackage {
  readonly description: string;
  /** The packages that its code imports. */
  readonly dependencies: readonly string[];
  /** Whether each module has a subpath of its own. */
  readonly exportsModules: boolean;
  /** Globs of the data files that the package exports. */
  readonly data: readonly string[];
  /** Its Markdown. */
  readonly readme: (own: PackageOptions) => string;
}

/** The files that make emitted modules a package that can be built and published in any repository; none in a folder. */
export function packageFiles(
  { package: own }: EmitOptions,
  generated: GeneratedPackage,
): readonly EmittedFile[] {
  if (!own) return [];
  return [
    { path: "README.md", text: generated.readme(own) },
    jsonFile("package.json", packageJson(own, generated)),
    jsonFile("tsconfig.json", tsconfig),
  ];
}

function packageJson(
  { name, version, license, runtimeVersions }: PackageOptions,
  { description, dependencies, exportsModules, data }: GeneratedPackage,
): object {
  const { typescript } = runtimeVersions;
  return {
    name,
    version,
    description,
    license,
    type: "module",
    engines: { node: ">=22.16" },
    exports: {
      ".": exported("index"),
      ...(exportsModules && { "./*": exported("*") }),
      ...Object.fromEntries(data.map((path) => [`./${path}`, `./${path}`])),
      "./package.json": "./package.json",
    },
    files: ["dist", ...(data.length > 0 ? ["manifest", ...data] : []), "src", "!dist/.tsbuildinfo"],
    sideEffects: false,
    scripts: { build: "tsc -b" },
    dependencies: Object.fromEntries(dependencies.map((each) => [each, runtimeVersions[each] ?? "*"])),
    ...(typescript === undefined ? {} : { devDependencies: { typescript } }),
    publishConfig: { access: "public" },
  };
}

function exported(module: string): object {
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

function jsonFile(path: string, content: object): EmittedFile {
  return { path, text: printJson({ "//": generatedNotice(), ...content }) };
}
