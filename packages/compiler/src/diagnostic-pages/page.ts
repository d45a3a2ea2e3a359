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

/** A page as the files `*-pages.json` hold it. Longer examples are in `long-examples.ts`. */
export interface StoredPage extends Pick<DiagnosticPage, "means" | "fix"> {
  readonly wrong?: StoredExample;
  readonly right: StoredExample;
}

/** The lines of files by path, or a file with one tool. */
export type StoredExample =
  | { readonly files: Readonly<Record<string, readonly string[]>> }
  | StoredToolExample;

/** A file with the tool `notes.read`: a low-risk read-only tool, unless `tool` changes it. */
interface StoredToolExample {
  readonly tool: ToolLines;
  /** Lines between the description of the file and its tools. */
  readonly header?: string;
  readonly verb?: string;
  /** Further tools, by verb, that find out what became of a call of the example's tool. */
  readonly readers?: Readonly<Record<string, ToolLines>>;
}

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

const plainReader: ToolLines = { ...plainTool, title: "Find a call", inputSchema: "{ callId: string }" };

/** The pages of a file `*-pages.json` whose examples are stored with them. */
export function pagesIn<Name extends string>(
  stored: Readonly<Record<Name, Required<StoredPage>>>,
): Readonly<Record<Name, DiagnosticPage>> {
  const pages = Object.entries<Required<StoredPage>>(stored).map(([name, { wrong, right, ...texts }]) => [
    name,
    { ...texts, wrong: exampleSources(wrong), right: exampleSources(right) },
  ]);
  return Object.fromEntries(pages) as Readonly<Record<Name, DiagnosticPage>>;
}

/** The contracts of an example. */
export function exampleSources(example: StoredExample): readonly SourceText[] {
  if ("files" in example)
    return Object.entries(example.files).map(([path, lines]) => ({ path, text: lines.join("\n") }));
  const { tool, header = "", verb = "read", readers = {} } = example;
  const head = `proviso: 1\ndomain: notes\ndescription: Notes that people keep.\n${header}tools:\n`;
  const others = Object.entries(readers).map(([name, lines]) => toolText(name, { ...plainReader, ...lines }));
  const text = head + toolText(verb, { ...plainTool, ...tool }) + others.join("");
  return [{ path: "contracts/notes.yaml", text }];
}

function toolText(verb: string, lines: ToolLines): string {
  const fields = Object.entries(lines).map(([key, value]) =>
    value === null ? "" : `    ${key}: ${value}\n`,
  );
  return `  ${verb}:\n${fields.join("")}`;
}
