import { printStructure, StructureKind, VariableDeclarationKind } from "ts-morph";
import type {
  ExportDeclarationStructure,
  FunctionDeclarationStructure,
  ImportDeclarationStructure,
  InterfaceDeclarationStructure,
  OptionalKind,
  TypeAliasDeclarationStructure,
  VariableStatementStructure,
} from "ts-morph";

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

/** Code of any layout. No syntax tree is made of it: whether it parses is for the formatter to find out. */
export function typeScriptText(file: TypeScriptFile): string {
  const imports = file.imports.map((each): ImportDeclarationStructure => {
    return { ...each, kind: StructureKind.ImportDeclaration };
  });
  const statements = file.statements.map((each, index) => {
    // Imports, and re-exports among themselves, stand together; everything else has an empty line before it.
    const joined = each.kind === "export" && file.statements[index - 1]?.kind === "export";
    return { ...structureOf(each), leadingTrivia: joined ? "" : "\n" };
  });
  const text = printStructure({ kind: StructureKind.SourceFile, statements: [...imports, ...statements] });
  return `// ${file.notice}\n\n${text}`;
}

function structureOf(statement: TypeScriptStatement): Statement {
  switch (statement.kind) {
    case "interface":
      return { ...statement, kind: StructureKind.Interface };
    case "typeAlias":
      return { ...statement, kind: StructureKind.TypeAlias };
    case "function":
      return { ...statement, kind: StructureKind.Function };
    case "export":
      return { ...statement, kind: StructureKind.ExportDeclaration };
    case "constant": {
      const { name, type, initializer, docs } = statement;
      return {
        kind: StructureKind.VariableStatement,
        isExported: true,
        declarationKind: VariableDeclarationKind.Const,
        declarations: [{ name, type, initializer }],
        docs: [...docs],
      };
    }
  }
}
