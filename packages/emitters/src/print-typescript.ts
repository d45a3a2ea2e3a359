import { hash } from "node:crypto";
import type {
  ExportDeclarationStructure,
  FunctionDeclarationStructure,
  ImportDeclarationStructure,
  InterfaceDeclarationStructure,
  OptionalKind,
  StructureKind,
  TypeAliasDeclarationStructure,
  VariableStatementStructure,
} from "ts-morph";
import type { EmittedFile } from "./emitter.ts";
import { formatted } from "./format.ts";
import type { PrintedFiles } from "./printed-files.ts";

/** A statement of a file: a ts-morph structure whose kind is a word, so that no reader has to load ts-morph. */
export type TypeScriptStatement =
  | Worded<"interface", InterfaceDeclarationStructure>
  | Worded<"typeAlias", TypeAliasDeclarationStructure>
  | Worded<"function", FunctionDeclarationStructure>
  | ConstantStatement
  | Worded<"export", ExportDeclarationStructure>;

/** `export const name: type = initializer`, the initializer being code. */
export interface ConstantStatement {
  readonly kind: "constant";
  readonly name: string;
  readonly type: string;
  readonly initializer: string;
  readonly docs: readonly string[];
}

type Statement =
  | InterfaceDeclarationStructure
  | TypeAliasDeclarationStructure
  | FunctionDeclarationStructure
  | ExportDeclarationStructure
  | VariableStatementStructure;

type Worded<Kind extends string, Structure> = Omit<Structure, "kind"> & { readonly kind: Kind };

export type TypeScriptImport = OptionalKind<ImportDeclarationStructure>;

/** A whole file, as data. Every text in it is already code or comment: `literal-text.ts` and `doc-comment.ts` make them. */
export interface TypeScriptFile {
  readonly path: string;
  /** The first line, without `//`. */
  readonly notice: string;
  readonly imports: readonly TypeScriptImport[];
  readonly statements: readonly TypeScriptStatement[];
}

/** Prints a file, unless it was printed before: a file is data, so that its hash says all about its text. */
export async function printTypeScript(
  file: TypeScriptFile,
  printed: PrintedFiles = new Map(),
): Promise<EmittedFile> {
  const key = hash("sha256", JSON.stringify(file));
  // ts-morph is loaded here, so that a run which prints nothing need not wait for it.
  const text = printed.get(key) ?? (await formatted(file.path, printFile(file, await import("ts-morph"))));
  printed.set(key, text);
  return { path: file.path, text };
}

type Morph = typeof import("ts-morph");

function printFile(file: TypeScriptFile, morph: Morph): string {
  const imports = file.imports.map((each) => ({
    ...each,
    kind: morph.StructureKind.ImportDeclaration as StructureKind.ImportDeclaration,
  }));
  const statements = file.statements.map((each, index) => {
    // Imports, and re-exports among themselves, stand together; everything else has an empty line before it.
    const joined = each.kind === "export" && file.statements[index - 1]?.kind === "export";
    return { ...structureOf(each, morph), leadingTrivia: joined ? "" : "\n" };
  });
  // No syntax tree is made of it: whether it parses is for the formatter to find out.
  const text = morph.printStructure({
    kind: morph.StructureKind.SourceFile,
    statements: [...imports, ...statements],
  });
  return `// ${file.notice}\n\n${text}`;
}

function structureOf(statement: TypeScriptStatement, morph: Morph): Statement {
  const { StructureKind: kinds, VariableDeclarationKind: keywords } = morph;
  switch (statement.kind) {
    case "interface":
      return { ...statement, kind: kinds.Interface };
    case "typeAlias":
      return { ...statement, kind: kinds.TypeAlias };
    case "function":
      return { ...statement, kind: kinds.Function };
    case "export":
      return { ...statement, kind: kinds.ExportDeclaration };
    case "constant": {
      const { name, type, initializer, docs } = statement;
      return {
        kind: kinds.VariableStatement,
        isExported: true,
        declarationKind: keywords.Const,
        declarations: [{ name, type, initializer }],
        docs: [...docs],
      };
    }
  }
}
