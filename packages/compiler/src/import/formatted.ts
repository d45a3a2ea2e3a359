import { format } from "../format/format.ts";
import type { SourceText } from "../report/source.ts";

/** The contract in the layout of `proviso format`; as it is if it cannot be parsed. */
export function formatted(source: SourceText): SourceText {
  return { ...source, text: format(source).text ?? source.text };
}
