import { type Page, text, tool } from "./page.ts";

const permission = "permissions:\n  notes:read: Read notes.\n";
const failure = "failureModes:\n  note_missing: { description: There is no such note. }\n";
const type = 'types:\n  noteId: { type: string, pattern: "^n_[a-z0-9]{1,32}$" }\n';

const property = (index: number): string => `p${index}: { type: string, maxLength: 100 }`;
const manyProperties = Array.from({ length: 200 }, (_, index) => property(index)).join(", ");

/** Rules about data and about all contracts together. By code. */
export const projectPages: Readonly<Record<string, Page>> = {
  "lint/secret-like-output": {
    means:
      "A property of the result has the name of a secret. A model would read it, a transcript would keep it, and whoever talks the model into it would get it. `sensitive: true` keeps it from the audit log, not from the model.",
    fix: "Return that it is set, its last characters, or a reference that only a program can redeem.",
    wrong: tool({ outputSchema: "{ text: string, shareToken: string, password: string }" }),
    right: tool({ outputSchema: "{ text: string, shareToken: string, isProtected: boolean }" }),
  },
  "lint/unbounded-string": {
    means:
      "A critical tool takes a text of any length. A person is shown every argument before it runs, and a text without an end can hide anything in it.",
    fix: "Add `maxLength`, or say by `pattern`, `format` or `enum` what the text is.",
    wrong: tool({ riskLevel: "critical", stepUpAuth: "always" }),
    right: tool({
      riskLevel: "critical",
      stepUpAuth: "always",
      inputSchema: "{ noteId: { type: string, maxLength: 34 } }",
    }),
  },
  "lint/unused-type": {
    means:
      "No tool of any contract uses this type, not even through another type. A reader takes it for part of what the tools say.",
    fix: "Remove it, or use it where it belongs.",
    wrong: tool({}, { header: type }),
    right: tool({ inputSchema: "{ noteId: noteId }" }, { header: type }),
  },
  "lint/unused-permission": {
    means:
      "No tool of any contract needs this permission. It can be granted, is shown to reviewers, and opens nothing; or a tool that should need it does not.",
    fix: "Remove it, or add it to the `permissions` of the tool that it is for. A permission that a condition asks for is used.",
    wrong: tool({}, { header: permission }),
    right: tool({ permissions: '["notes:read"]' }, { header: permission }),
  },
  "lint/unused-failure-mode": {
    means: "No tool of any contract fails with this, so no handler may report it and no caller meets it.",
    fix: "Remove it, or add it to the `failureModes` of the tool where it can happen.",
    wrong: tool({}, { header: failure }),
    right: tool({ failureModes: "[note_missing]" }, { header: failure }),
  },
  "lint/over-context-budget": {
    means:
      "Every tool costs room in every conversation of an agent, and agents choose worse among many long ones. Counted is the JSON that a server lists, without `_meta`, of all tools that are not forbidden. `contextBudget: { tool: 8000, list: 100000 }` in `proviso.yaml` are the characters that one tool and all together may take, by default.",
    fix: "Shorten what is long, share less in one tool, or raise the budget. A list that is too long is reported at its heaviest tool.",
    wrong: tool({ outputSchema: `{ ${manyProperties} }` }),
    right: tool({ outputSchema: `{ ${property(0)} }` }),
  },
  "lint/lethal-trifecta": {
    means:
      "Whoever holds these permissions reaches a tool that reads private data, one that returns what strangers wrote, and one that sends data out. A stranger's text can then talk an agent into carrying the data away. Tools that send out are always confirmed by a person, and the client guard asks once more when a session has met the other two; so this is a note and no warning: what stands between is a person who reads. A set of permissions is reported of which none can be left out. What `dataFlow` does not state counts as the worst.",
    fix: "Give the permissions to different agents, or state the `dataFlow` of a tool that is better than assumed. Where the risk is taken, ignore it at the tool with the reason; a way out that nobody confirms has a code of its own, `lint/unconfirmed-trifecta`, and stays reported.",
    wrong: sending(true),
    right: sending(false),
  },
  "lint/unconfirmed-trifecta": {
    means:
      "Whoever holds these permissions reaches a tool that reads private data, one that returns what strangers wrote, and one that carries data out without anybody being asked. Effects that leave the system are always confirmed. A fetch is the way around: it declares no effect, but whoever chooses the address can write private data into it. So a tool that takes an address (`format: uri`, `uri-reference` or `hostname`, or a text called `url`, `uri`, `href`, `endpoint` or `hostname`), returns untrusted content and is not always confirmed counts as one that sends.",
    fix: "Declare the call as a side effect, `calls: …`, with a `riskLevel` that a person confirms; or take an identifier of something that is already known instead of an address.",
    wrong: fetching("{ page: uri }"),
    right: fetching("{ pageId: uuid }"),
  },
};

/** One tool that reads notes, which strangers may have written, and sends them by mail. */
function sending(untrusted: boolean): Page["wrong"] {
  return tool(
    {
      title: "Forward a note",
      description: "Sends the text of a note to somebody by mail.",
      riskLevel: "high",
      inputSchema: "{ noteId: string, to: email }",
      sideEffects: "[sends: The note to the address.]",
      dataFlow: `{ readsPrivate: true, returnsUntrusted: ${untrusted} }`,
      idempotency: "{ key: [noteId, to], onRepeat: Nothing is sent twice. }",
    },
    { verb: "forward" },
  );
}

/** Notes, and a tool of another file that fetches. */
function fetching(inputSchema: string): Page["wrong"] {
  const [file] = tool(
    {
      title: "Fetch a page",
      description: "Returns the text of a page on the web.",
      inputSchema,
      dataFlow: "{ readsPrivate: false, returnsUntrusted: true }",
      auditEvent: "page.fetched",
    },
    { verb: "fetch" },
  );
  const pages = (file?.text ?? "")
    .replace("domain: notes", "domain: pages")
    .replace("Notes that people keep", "Pages on the web");
  return [...tool({}), ...text(pages, "contracts/pages.yaml")];
}
