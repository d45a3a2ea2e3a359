import type { SourceText } from "../report/source.ts";

/** What there is to say about a code besides its message. */
export interface Page {
  /** What it means and why it matters. */
  readonly means: string;
  /** How to put it right. */
  readonly fix: string;
  /** Contracts that are reported under this code, and under no other. */
  readonly wrong: readonly SourceText[];
  /** The same, put right. */
  readonly right: readonly SourceText[];
}

export type Pages<Code extends string> = Readonly<Record<Code, Page>>;

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
  /** Whole lines between the description of the file and its tools. */
  readonly header?: string;
  readonly verb?: string;
}

/** One file with one tool, `notes.read`: a low one that only reads, except where `lines` say otherwise. */
export function tool(lines: ToolLines, { header = "", verb = "read" }: Around = {}): SourceText[] {
  const fields = Object.entries({ ...plainTool, ...lines }).flatMap(([key, value]) =>
    value === null ? [] : [`    ${key}: ${value}\n`],
  );
  const head = `proviso: 1\ndomain: notes\ndescription: Notes that people keep.\n${header}`;
  return text(`${head}tools:\n  ${verb}:\n${fields.join("")}`);
}

/** A file as it stands. */
export function text(yaml: string, path = "contracts/notes.yaml"): SourceText[] {
  return [{ path, text: yaml }];
}
