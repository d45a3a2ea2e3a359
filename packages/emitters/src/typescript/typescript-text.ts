import { printStructure, StructureKind, VariableDeclarationKind } from "ts-morph";
import type {
  ExportDeclarationStructure,
  FunctionDeclarationStructure,
  ImportDeclarationStructure,
  InterfaceDeclarationStructure,
  OptionalKind,
  PropertySignatureStructure,
  Structures,
  TypeAliasDeclarationStructure,
} from "ts-morph";

/** A ts-morph structure whose `kind` is a string, so that using it does not load ts-morph. Everything is exported. */
export type TypeScriptStatement =
  | WithDocComment<"interface", InterfaceDeclarationStructure>
  | WithDocComment<"typeAlias", TypeAliasDeclarationStructure>
  | WithDocComment<"function", FunctionDeclarationStructure>
  | ConstantStatement
  | WithDocComment<"export", ExportDeclarationStructure>;

/** `export const name: type = initializer`; the initializer is code. */
export interface ConstantStatement {
  readonly kind: "constant";
  readonly name: string;
  readonly type: string;
  readonly initializer: string;
  readonly docs: readonly string[];
}

export type TypeScriptImport = OptionalKind<ImportDeclarationStructure>;

/** What ts-morph prints in one call. */
export type TypeScriptPart =
  | TypeScriptStatement
  | WithDocComment<"import", ImportDeclarationStructure>
  | WithDocComment<"property", PropertySignatureStructure>;

type WithDocComment<Kind extends string, Structure> = Omit<Structure, "kind"> & { readonly kind: Kind };

/** A whole file as data. Every text in it is safe to print: contract text went through `literal-text.ts` or `doc-comment.ts`. */
export interface TypeScriptFile {
  readonly path: string;
  /** The first line, without `//`. */
  readonly notice: string;
  readonly imports: readonly TypeScriptImport[];
  readonly statements: readonly TypeScriptStatement[];
}

/** Prints unformatted code. It is not parsed here; the formatter parses it. */
export function typeScriptText(part: TypeScriptPart): string {
  return printStructure(statementStructure(part)).trim();
}

function statementStructure(part: TypeScriptPart): Structures {
  switch (part.kind) {
    case "import":
      return { ...part, kind: StructureKind.ImportDeclaration };
    case "export":
      return { ...part, kind: StructureKind.ExportDeclaration };
    case "interface":
      return { ...part, kind: StructureKind.Interface, isExported: true };
    case "property":
      return { ...part, kind: StructureKind.PropertySignature };
    case "typeAlias":
      return { ...part, kind: StructureKind.TypeAlias, isExported: true };
    case "function":
      return { ...part, kind: StructureKind.Function, isExported: true };
    case "constant": {
      const { name, type, initializer, docs } = part;
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
