import type { ResolveProblems } from "../resolve/problems.ts";
import type { SourceText } from "../report/source.ts";
import { type Pages, reader, text, tool, updates } from "./page.ts";

const noteText = tool({})[0]?.text ?? "";

/** The notes contract, and a second file made from it by replacements. */
function besideNotes(...replacements: readonly (readonly [string, string])[]): SourceText[] {
  const other = replacements.reduce((yaml, [from, to]) => yaml.replace(from, to), noteText);
  return [...text(noteText), ...text(other, "contracts/other.yaml")];
}

const permissionExample = "permissions:\n  notes:read: Read notes.\n";
const missingFieldExample = "failureModes:\n  note_missing: { description: There is no such note. }\n";
const tagsExample = ["domain: notes", "domain: tags"] as const;
const withPermission = ["tools:", `${permissionExample}tools:`] as const;

function twoPermissions(second: string): SourceText[] {
  return [
    ...tool({ permissions: '["notes:read"]' }, { header: permissionExample }),
    ...text(noteText.replace(...tagsExample).replace(withPermission[0], second), "contracts/tags.yaml"),
  ];
}

export const resolvePages: Pages<keyof ResolveProblems> = {
  "duplicate-domain": {
    means:
      "Two files declare the same domain. A domain has one file, so that it can be reviewed in one place.",
    fix: "Put the tools into one file, or give the second file a domain of its own.",
    wrong: besideNotes(),
    right: besideNotes(tagsExample),
  },
  "duplicate-permission": {
    means:
      "Permissions are shared by all files, and this one is declared in two of them, perhaps with two descriptions.",
    fix: "Keep the declaration in the file of the domain that it belongs to; the others use it by name.",
    wrong: twoPermissions(withPermission[1]),
    right: twoPermissions("tools:"),
  },
  "name-collision": {
    means: "Generated code writes names in camel case, where these two names are equal.",
    fix: "Rename one of them.",
    wrong: twoTools("read_2", "read2"),
    right: twoTools("read", "read_again"),
  },
  "wire-name-collision": {
    means:
      "Over MCP a tool is called by `domain_verb`, by its `wireName` or by `domain.verb`, which a host that refuses dots writes as `domain_verb`; with a dry run, its plan is the tool of the same name with `_plan`. Two tools share one of these names, so a call of one could reach the other.",
    fix: "Rename one of them, or give it another `wireName`.",
    wrong: besideNotes(["domain: notes", "domain: notes_read"], ["  read:", "  all:"]).map((source) => ({
      ...source,
      text: source.path === "contracts/notes.yaml" ? noteText.replace("  read:", "  read_all:") : source.text,
    })),
    right: besideNotes(["domain: notes", "domain: notes_read"], ["  read:", "  all:"]),
  },
  "name-too-long": {
    means: "The common hosts refuse tool names of more than 64 characters, the domain and the dot included.",
    fix: "Shorten the verb or the domain, or state a shorter `wireName`.",
    wrong: tool({}, { verb: "read_the_text_of_a_note_that_somebody_wrote_at_some_time_in_the_past" }),
    right: tool({}, { verb: "read_text" }),
  },
  "built-in-type": {
    means: "A named type may not have the name of a built-in type: readers would confuse them.",
    fix: "Choose another name.",
    wrong: tool({}, { header: "types: { email: string }\n" }),
    right: tool({ inputSchema: "{ from: emailText }" }, { header: "types: { emailText: string }\n" }),
  },
  "recursive-type": {
    means:
      "A type may contain itself in a property, a list or a map: the limits on the depth and the size of an input bound its values. This type either applies to the same value again, so that validation would not end, or requires each value to contain another one, so that no finite value fits.",
    fix: "Make a property on the way optional, or put the type into a list.",
    wrong: tool(
      { outputSchema: "{ page: page }" },
      { header: "types: { page: { text: string, next: page } }\n" },
    ),
    right: tool(
      { outputSchema: "{ page: page }" },
      { header: "types: { page: { text: string, next?: page } }\n" },
    ),
  },
  "unknown-permission": {
    means:
      "The tool asks for a permission that no contract declares. Nobody can know what granting it would allow.",
    fix: "Correct the name, or declare it under `permissions` and say there what it allows.",
    wrong: tool({ permissions: '["notes:raed"]' }, { header: permissionExample }),
    right: tool({ permissions: '["notes:read"]' }, { header: permissionExample }),
  },
  "unknown-failure-mode": {
    means:
      "The tool lists a failure mode that is not declared. Callers have to handle every failure mode, so each one is declared.",
    fix: "Correct the code, declare it under `failureModes`, or write `domain.code` for one of another file.",
    wrong: tool({ failureModes: "[note_mising]" }, { header: missingFieldExample }),
    right: tool({ failureModes: "[note_missing]" }, { header: missingFieldExample }),
  },
  "implied-failure-mode": {
    means:
      "This failure follows from the contract, such as `timeout` or `permission_denied`, and means the same for every tool.",
    fix: "Remove the declaration. A tool may still list the code, but need not.",
    wrong: tool({}, { header: "failureModes: { timeout: { description: It took too long. } }\n" }),
    right: tool({ failureModes: "[timeout]" }),
  },
  "failure-mode-collision": {
    means:
      "The tool lists two failure modes of different files that have the same code, and a caller sees the code only.",
    fix: "List one of them, or rename the one that is yours.",
    wrong: twoFailures("[note_missing, tags.note_missing]"),
    right: twoFailures("[note_missing]"),
  },
  "unknown-input-field": {
    means: "`idempotency.key` names an argument that the tool does not have.",
    fix: "Name a property of `inputSchema`.",
    wrong: tool({ idempotency: "{ key: [noteID], onRepeat: Returns the same text. }" }),
    right: tool({ idempotency: "{ key: [noteId], onRepeat: Returns the same text. }" }),
  },
  "unknown-successor": {
    means: "The tool named as the successor does not exist.",
    fix: "Name a tool of the contracts as `domain.verb`, or leave `successor` out.",
    wrong: tool({ deprecated: "{ reason: It is slow., successor: notes.fetch }" }),
    right: tool({ deprecated: "{ reason: It is slow. }" }),
  },
  "unknown-reconcile": {
    means: "The tool that is to find out what became of a call does not exist.",
    fix: "Name a tool of the contracts as `domain.verb`, or leave `reconcile` out.",
    wrong: tool({ ...updates, reconcile: "notes.fnid" }, { others: reader("find") }),
    right: tool({ ...updates, reconcile: "notes.find" }, { others: reader("find") }),
  },
  "missing-field": {
    means:
      "A tool that can be called leaves an event in the audit log and says how it can fail. Only forbidden tools need neither.",
    fix: "Add the field; `failureModes: []` says that the tool has no failures of its own.",
    wrong: tool({ failureModes: null }),
    right: tool({ failureModes: "[]" }),
  },
};

function twoTools(first: string, second: string): SourceText[] {
  const start = noteText.indexOf("  read:");
  const fields = noteText.slice(start + "  read:".length);
  return text(`${noteText.slice(0, start)}  ${first}:${fields}  ${second}:${fields}`);
}

function twoFailures(failureModes: string): SourceText[] {
  return [
    ...tool({ failureModes }, { header: missingFieldExample }),
    ...text(
      noteText.replace(...tagsExample).replace("tools:", `${missingFieldExample}tools:`),
      "contracts/tags.yaml",
    ),
  ];
}
