import type { Guard, PersonSaid } from "@proviso/client";

/** What came of one tool call that a scripted model made. */
export interface Outcome {
  /** Whether the framework stopped to ask a person. */
  readonly asked: boolean;
  /** What the model was told, as text. */
  readonly told: string;
}

/** A framework's own loop around the guard's tools. */
export interface Framework {
  readonly name: string;
  /** Whether a person can type a phrase into the framework's approval. */
  readonly takesText: boolean;
  /** The names of the tools that a model is offered. */
  offered(guard: Guard): readonly string[];
  /** Lets a scripted model call one tool; a person who is asked says `said`. */
  call(guard: Guard, tool: string, input: Readonly<Record<string, string>>, said: Say): Promise<Outcome>;
}

/** Answers like a person who reads the phrase, where they are shown one. */
export type Say = (phrase: string | undefined) => PersonSaid;
