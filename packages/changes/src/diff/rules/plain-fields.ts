import type { ToolContract } from "@proviso/manifest";
import type { Verdicts } from "../facts/change.ts";
import { type ClauseRule, fieldRule } from "../facts/change-rule.ts";
import { shown } from "../facts/json-value.ts";
import { breaking, dangerous, equals, neutral, opposites, safe, undecided } from "../facts/kinds.ts";

/** The id of a field that comes, goes or changes. */
const presenceId =
  (added: string, removed: string, changed: string) =>
  (was: unknown, is: unknown): string =>
    is === undefined ? removed : was === undefined ? added : changed;

/** A field that is read and decides nothing. */
function words(
  field: "title" | "icons" | "wireRefs" | "description" | "summary" | "category" | "metadata" | "examples",
  summary: string,
  means: string,
  model: Verdicts["model"] = "unchanged",
): ClauseRule {
  const id = field === "wireRefs" ? "wire-refs-changed" : `${field}-changed`;
  return fieldRule<keyof ToolContract>(field, {
    summary,
    kinds: neutral(model, { [id]: safe(means) }),
    idOf: () => id,
    says: (is) =>
      is === undefined ? `no longer has \`${field}\`` : `has another \`${field}\`: ${shown(is)}`,
  });
}

export const title: ClauseRule = words(
  "title",
  "The title, which hosts and people who approve a call see.",
  "The tool is presented under another title.",
  "changed",
);

export const icons: ClauseRule = words(
  "icons",
  "The images that stand for the tool.",
  "Hosts show another image.",
);

export const description: ClauseRule = words(
  "description",
  "What a model and developers read about the tool.",
  "A model reads another description and may use the tool otherwise.",
  "changed",
);

export const wireRefs: ClauseRule = words(
  "wireRefs",
  "How repeated types are listed: written out, or once under `$defs`.",
  "The schemas are listed in another form, which accepts the same values.",
  "changed",
);

export const summary: ClauseRule = words(
  "summary",
  "The sentence in which people read what a call does before they approve it.",
  "Who approves a call reads another sentence first. All arguments stay below it.",
);

export const category: ClauseRule = words(
  "category",
  "The kind of domain, by which tools are grouped.",
  "The tool is listed in another group.",
);

export const metadata: ClauseRule = words(
  "metadata",
  "Labels for catalogs and policies of hosts. Flags that contradict the contract do not compile.",
  "The tool is labelled otherwise. Nothing that Proviso enforces depends on it.",
);

export const examples: ClauseRule = words(
  "examples",
  "The examples in the documentation.",
  "The documentation shows other examples.",
);

export const auditEventRule: ClauseRule = fieldRule("auditEvent", {
  summary: "The name under which calls are in the audit trail.",
  kinds: undecided("unchanged", {
    "audit-event-changed": safe(
      "Calls are recorded under another name. Alerts and queries for the former name no longer find them.",
    ),
  }),
  idOf: () => "audit-event-changed",
  says: (is, was) => `is recorded as ${shown(is)} instead of ${shown(was)}`,
});

export const deprecated: ClauseRule = fieldRule("deprecated", {
  summary: "Whether callers are told to stop using the tool, and what to use instead.",
  kinds: {
    ...equals("unchanged", {
      "tool-deprecated": dangerous(
        "The tool still works, and callers should move to its successor before it is removed.",
      ),
      "tool-no-longer-deprecated": safe("The tool is to be used again."),
    }),
    ...neutral("unchanged", { "deprecation-changed": safe("The reason or the successor is another one.") }),
  },
  idOf: presenceId("tool-deprecated", "tool-no-longer-deprecated", "deprecation-changed"),
  says: (is) => (is ? `is deprecated: ${shown(is.reason)}` : "is no longer deprecated"),
});

export const owner: ClauseRule = fieldRule("owner", {
  summary: "Who answers for the tool.",
  kinds: {
    ...opposites("unchanged", {
      "owner-removed": safe("Nobody answers for the tool."),
      "owner-added": safe("Somebody answers for the tool."),
    }),
    ...neutral("unchanged", { "owner-changed": safe("Somebody else answers for the tool.") }),
  },
  idOf: presenceId("owner-added", "owner-removed", "owner-changed"),
  says: (is, was) => `has another owner: ${shown(is, "nobody")} instead of ${shown(was, "nobody")}`,
});

export const people: ClauseRule = fieldRule("people", {
  summary: "Whether people may call a forbidden tool themselves.",
  kinds: opposites("unchanged", {
    "people-allowed": safe("People can call a tool that nobody could call. Agents still cannot."),
    "people-no-longer-allowed": breaking("Nobody can call the tool any more, people neither."),
  }),
  idOf: presenceId("people-allowed", "people-no-longer-allowed", "people-allowed"),
  says: (is) => (is === undefined ? "can be called by nobody any more" : "can be called by people"),
});

export const reconcile: ClauseRule = fieldRule("reconcile", {
  summary: "Which tool finds out what became of a call whose outcome is unknown.",
  kinds: {
    ...opposites("unchanged", {
      "reconcile-removed": dangerous("Outcomes that were found out stay unknown."),
      "reconcile-added": safe("Some outcomes that were unknown are found out."),
    }),
    ...undecided("unchanged", { "reconcile-changed": dangerous("Another tool says what became of a call.") }),
  },
  idOf: presenceId("reconcile-added", "reconcile-removed", "reconcile-changed"),
  says: (is) =>
    is === undefined ? "finds out no unknown outcome" : `asks ${shown(is)} what became of a call`,
});
