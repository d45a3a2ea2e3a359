import type { Fix } from "../report/diagnostic.ts";
import { type Span, spanInside } from "../report/source.ts";
import { type HiddenRun, hiddenIn } from "@proviso/manifest";
import { type FileRule, fileRule } from "./facts/rule.ts";
import { textsOf } from "./facts/texts.ts";

/** The most characters that one fix removes. The others are reported again after it. */
const maxEdits = 100;

function removalOf(characterPlaces: readonly Span[]): Fix {
  const edits = characterPlaces.slice(0, maxEdits).map(({ start, end }) => ({ start, end, text: "" }));
  return { title: "remove what is invisible", edits };
}

export const hiddenCharacter: FileRule = fileRule({
  code: "lint/hidden-character",
  summary: "A contract holds no character that a reviewer cannot see and a model can read.",
  check(file, report) {
    for (const { text, span, textSpan } of textsOf(file)) {
      const [first, ...others] = hiddenIn(text);
      if (!first) continue;
      const place = (run: HiddenRun): Span | undefined =>
        textSpan && spanInside(textSpan, run.start, run.end);
      const characterPlaces = [first, ...others].flatMap((run) => place(run) ?? []);
      report(
        `the invisible character ${first.name} is in this text`,
        place(first) ?? span,
        "remove it; nobody who reads the contract can see what it does",
        characterPlaces.length === 0 ? undefined : removalOf(characterPlaces),
      );
    }
  },
});
