import { hiddenIn } from "../../syntax/hidden-characters.ts";

export interface CleanText {
  readonly text: string;
  /** How many runs of invisible characters are gone. */
  readonly removed: number;
}

/** A text for people and models without what no reviewer of the contract would see. */
export function cleanText(text: string): CleanText {
  const whole = text.toWellFormed();
  const runs = hiddenIn(whole);
  let kept = "";
  let from = 0;
  for (const { start, end } of runs) {
    kept += whole.slice(from, start);
    from = end;
  }
  return { text: kept + whole.slice(from), removed: runs.length };
}
