import type { Guard, PersonInput } from "@proviso/client";

/** The result of one tool call of a scripted model. */
export interface Outcome {
  /** Whether the framework stopped to ask a person. */
  readonly asked: boolean;
  /** What the model got, as text. */
  readonly told: string;
}

/** A framework's agent loop with the guard's tools. */
export interface Framework {
  readonly name: string;
  /** Whether a person can type a phrase in the framework's approval. */
  readonly takesText: boolean;
  /** The names of the tools that a model is offered. */
  offered(guard: Guard): readonly string[];
  /** Lets a scripted model call one tool; a person who is asked answers with `said`. */
  call(guard: Guard, tool: string, input: Readonly<Record<string, string>>, said: Say): Promise<Outcome>;
}

/** Answers like a person who reads the phrase. */
export type Say = (phrase: string | undefined) => PersonInput;
