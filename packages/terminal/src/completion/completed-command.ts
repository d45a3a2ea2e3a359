import type { HelpArgument } from "../print/print-help.ts";

/** A command as a shell completes it. */
export interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  readonly args: Readonly<Record<string, HelpArgument>>;
  /** The words of which the first one after the command is one. */
  readonly words?: readonly string[];
}

/** What can follow an option, or a command. */
export function choicesOf({ options }: HelpArgument): readonly string[] {
  return options ?? [];
}

/** The first words after a command, if only some are possible. */
export function firstWords({ words, args }: CompletedCommand): readonly string[] {
  const [place] = Object.values(args).filter(({ type }) => type === "positional");
  return words ?? (place ? choicesOf(place) : []);
}

/** The options of a command with their definitions. */
export function optionsIn({ args }: CompletedCommand): readonly (readonly [string, HelpArgument])[] {
  return Object.entries(args).filter(([, { type }]) => type !== "positional");
}
