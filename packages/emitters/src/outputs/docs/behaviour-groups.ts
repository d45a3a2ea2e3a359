import { askedBy, type Hints, personAsked, type ToolContract } from "@proviso/manifest";
import { isVisible } from "../../naming/project-outline.ts";
import { idempotence } from "./describe.ts";
import { type Markdown, phrase } from "../../text/markdown.ts";

/** A page that lists tools by behaviour, beside those by risk level. */
export interface BehaviourGroup {
  readonly slug: string;
  readonly title: string;
  readonly meaning: Markdown;
  readonly holds: (tool: ToolContract) => boolean;
}

/** Groups of tools by behaviour, in the order in which pages list them. */
export const behaviourGroups: readonly BehaviourGroup[] = [
  hintedTools("read-only", "Read-only", "readOnlyHint", phrase`Tools without any side effect.`),
  hintedTools(
    "destructive",
    "Destructive",
    "destructiveHint",
    phrase`Tools with an effect that cannot be undone.`,
  ),
  {
    slug: "idempotent",
    title: "Idempotent by its arguments",
    meaning: phrase`Tools that may simply be called again with the same arguments: they only read, the server recognises the repeated call by its arguments, or the tool does nothing new.`,
    holds: (tool) => isVisible(tool) && idempotence(tool) === "by its arguments",
  },
  {
    slug: "idempotent-with-a-key",
    title: "Idempotent only with a key",
    meaning: phrase`Tools that act again when they are called again, unless both calls carry the same idempotency key.`,
    holds: (tool) => isVisible(tool) && idempotence(tool) === "only with a key",
  },
  hintedTools(
    "open-world",
    "Open world",
    "openWorldHint",
    phrase`Tools that reach outside the system, or return text that outsiders may have written.`,
  ),
  hintedTools("agentic", "Agentic", "agencyHint", phrase`Tools that decide steps of their own.`),
  {
    slug: "not-agentic",
    title: "Not agentic",
    meaning: phrase`Tools whose contract says that they decide no steps of their own.`,
    holds: (tool) => isVisible(tool) && tool.hints.agencyHint === false,
  },
  {
    slug: "asks-a-person",
    title: "The server asks",
    meaning: phrase`Tools for which the server asks a person, every time or for some calls. This holds for every client.`,
    holds: (tool) => isVisible(tool) && personAsked(tool).server !== "never",
  },
  {
    slug: "guard-asks-a-person",
    title: "The guard asks more",
    meaning: phrase`Tools for which the client's default guard asks a person more often than the server, in the live environment at least. This holds for clients with a guard.`,
    holds: (tool) => isVisible(tool) && askedBy(personAsked(tool)).some(({ by }) => by === "guard"),
  },
];

/** Without forbidden tools, which no agent can call: only their level's page lists them. */
function hintedTools(slug: string, title: string, hint: keyof Hints, meaning: Markdown): BehaviourGroup {
  return { slug, title, meaning, holds: (tool) => isVisible(tool) && tool.hints[hint] === true };
}
