import type { SourceText } from "../report/source.ts";

/** The explanation of a diagnostic code, besides its message. */
export interface DiagnosticPage {
  /** The meaning of the finding, and why it matters. */
  readonly means: string;
  /** How to correct it. */
  readonly fix: string;
  /** Contracts that cause this finding and no other. */
  readonly wrong: readonly SourceText[];
  /** The corrected contracts. */
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

/** The lines of a tool with an effect, in place of those of one that reads. */
export const updates: ToolLines = {
  title: "Publish a note",
  riskLevel: "high",
  sideEffects: "[updates: The note.]",
  idempotency: "{ key: [noteId], onRepeat: Returns the note. }",
};

/** The lines of a critical tool. */
export const critical: ToolLines = { riskLevel: "critical", stepUpAuth: "always" };

/** The lines of a forbidden tool that people may call. */
export const forPeople: ToolLines = { riskLevel: "forbidden", people: "allowed", stepUpAuth: "always" };

interface Around {
  /** Lines between the description of the file and its tools. */
  readonly header?: string;
  readonly verb?: string;
  /** Further tools, as YAML. */
  readonly others?: string;
}

/** One file with one tool, `notes.read`: a low-risk read-only tool, unless `lines` change it. */
export function tool(
  lines: ToolLines,
  { header = "", verb = "read", others = "" }: Around = {},
): SourceText[] {
  const head = `proviso: 1\ndomain: notes\ndescription: Notes that people keep.\n${header}`;
  return text(`${head}tools:\n  ${verb}:\n${fieldsOf({ ...plainTool, ...lines })}${others}`);
}

/** A tool that finds out what became of a call of the example's tool, as YAML for `others`. */
export function reader(verb: string, lines: ToolLines = {}): string {
  const own = { title: "Find a call", inputSchema: "{ callId: string }", ...lines };
  return `  ${verb}:\n${fieldsOf({ ...plainTool, ...own })}`;
}

function fieldsOf(lines: ToolLines): string {
  return Object.entries(lines)
    .map(([key, value]) => (value === null ? "" : `    ${key}: ${value}\n`))
    .join("");
}

/** The text as a single source file. */
export function text(yaml: string, path = "contracts/notes.yaml"): SourceText[] {
  return [{ path, text: yaml }];
}
