import type { Diagnostic } from "../diagnostic.ts";
import type { SourceText } from "../source.ts";

export interface PrintOptions {
  /** For terminals; other printers than the human one never colour. */
  readonly color?: boolean;
  /** The version of Proviso that found these, for formats that name their tool. */
  readonly version?: string;
  /** What `check --fix` put right before; for formats that tell. */
  readonly fixed?: readonly Diagnostic[];
}

/** One way to show diagnostics; the text ends with a line end, or is empty. */
export interface Printer {
  /** What `--format` takes. */
  readonly name: string;
  /** A few words for the help. */
  readonly summary: string;
  print(diagnostics: readonly Diagnostic[], sources: readonly SourceText[], options: PrintOptions): string;
}
