import type { Failure, JsonObject } from "@proviso/client";
import { pc } from "../view/paint.ts";
import { columns, indent, visible, wrap } from "../view/text.ts";
import { viewFailure } from "../view/result.ts";
import { viewInline } from "../view/value.ts";

/** Columns of the demo, whose views stand four columns to the right. */
export const width: number = columns + 4;

/** What the demo prints. */
export interface Transcript {
  chapter(number: number, title: string, text: string): void;
  /** Prints a call before it is made. */
  call(who: string, tool: string, input: JsonObject): void;
  /** Prints indented text. */
  shown(text: string): void;
  /** Prints a failure that the step wants to show. */
  refused(failure: Failure): void;
  said(text: string): void;
  /** Prints a claim that was checked. */
  proven(claim: string): void;
}

export function createTranscript(print: (line: string) => void): Transcript {
  return {
    chapter(number, title, text) {
      const head = `${number}. ${title} `;
      print(`\n${pc.bold(pc.cyan(head))}${pc.dim("─".repeat(Math.max(0, width - head.length)))}`);
      print(`${wrap(text, 0, width)}\n`);
    },
    call(who, tool, input) {
      const words = Object.entries(input).map(([key, value]) => `${visible(key)}=${viewInline(value)}`);
      print(`  ${wrap([pc.dim(who), pc.dim("▸"), pc.bold(tool), ...words].join(" "), 6, width)}`);
    },
    shown: (text) => print(indent(text, 4)),
    refused: (failure) => print(indent(viewFailure(failure, pc.yellow), 4)),
    said: (text) => print(`  ${wrap(text, 2, width)}`),
    proven: (claim) => print(`  ${pc.green("✓")} ${wrap(claim, 4, width)}`),
  };
}
