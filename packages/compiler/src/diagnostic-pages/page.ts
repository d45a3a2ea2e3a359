import type { SourceText } from "../report/source.ts";

/** The explanation of a diagnostic code, besides its message. */
export interface DiagnosticPage {
  /** The meaning of the finding, and why it matters. */
  readonly means: string;
  /** How to correct it. */
  readonly fix: string;
  /** Contracts that cause this finding and no other. */
  readonly wrong: readonly SourceText[];
  /** The same contracts, corrected. */
  readonly right: readonly SourceText[];
}

export type Pages<Code extends string> = Readonly<Record<Code, DiagnosticPage>>;

/** Fields of the example's tool as YAML; `null` leaves one out. */
export type ToolLines = Readonly<Record<string, string | null>>;

const plainTool: ToolLines = {
  title: "Read a note",
  description: "Returns the text of a note.",
  category: "writing",
  riskLevel: "low",
  inputSchema: "{ noteId: string }",
  outputSchema: "{ text: string }",
  permissions: "[]",
  sideEffects: "[]",
  dataFlow: "{ readsPrivate: true, returnsUntrusted: false }",
  auditEvent: "note.read",
  failureModes: "[]",
};

interface Around {
  /** Lines between the description of the file and its tools. */
  readonly header?: string;
  readonly verb?: string;
}

/** One file with one tool, `notes.read`: a low-risk read-only tool, unless `lines` change it. */
export function tool(lines: ToolLines, { header = "", verb = "read" }: Around = {}): SourceText[] {
  const fields = Object.entries({ ...plainTool, ...lines }).flatMap(([key, value]) =>
    value === null ? [] : [`    ${key}: ${value}\n`],
  );
  const head = `proviso: 1\ndomain: notes\ndescription: Notes that people keep.\n${header}`;
  return text(`${head}tools:\n  ${verb}:\n${fields.join("")}`);
}

/** The text as a single source file. */
export function text(yaml: string, path = "contracts/notes.yaml"): SourceText[] {
  return [{ path, text: yaml }];
}
