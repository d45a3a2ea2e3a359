import { hiddenIn } from "@proviso/manifest";

export interface CleanText {
  readonly text: string;
  /** The number of runs of invisible characters that were removed. */
  readonly removed: number;
}

/** Removes the characters that a reviewer of the contract would not see. */
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
