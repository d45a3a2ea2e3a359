import { critical, type DiagnosticPage, text, tool } from "./page.ts";

const permissionExample = "permissions:\n  notes:read: Read notes.\n";
const failureExample = "failureModes:\n  note_missing: { description: There is no such note. }\n";
const typeExample = 'types:\n  noteId: { type: string, pattern: "^n_[a-z0-9]{1,32}$" }\n';

const propertyExample = (index: number): string => `p${index}: { type: string, maxLength: 100 }`;
const manyProperties = Array.from({ length: 200 }, (_, index) => propertyExample(index)).join(", ");

/** Rules about data and about all contracts together. By code. */
export const projectPages: Readonly<Record<string, DiagnosticPage>> = {
  "lint/secret-like-output": {
    means:
      "A property of the result has the name of a secret. A model would read it, transcripts would store it, and an attacker could trick the model into disclosing it. `sensitive: true` hides it from the audit log, not from the model.",
    fix: "Return whether it is set, its last characters, or a reference that only a program can resolve.",
    wrong: tool({ outputSchema: "{ text: string, shareToken: string, password: string }" }),
    right: tool({ outputSchema: "{ text: string, shareToken: string, isProtected: boolean }" }),
  },
  "lint/unbounded-string": {
    means:
      "A critical tool takes a text of any length. A person is shown every argument before the call runs, and can overlook anything in a very long text.",
    fix: "Add `maxLength`, or say by `pattern`, `format` or `enum` what the text is.",
    wrong: tool(critical),
    right: tool({
      ...critical,
      inputSchema: "{ noteId: { type: string, maxLength: 34 } }",
    }),
  },
  "lint/unused-type": {
    means:
      "No tool of any contract uses this type, not even through another type. Readers would expect it to be used.",
    fix: "Remove it, or use it where it belongs.",
    wrong: tool({}, { header: typeExample }),
    right: tool({ inputSchema: "{ noteId: noteId }" }, { header: typeExample }),
  },
  "lint/unused-permission": {
    means:
      "No tool of any contract needs this permission. Either granting it has no effect, or a tool that should require it does not.",
    fix: "Remove it, or add it to the `permissions` of the tool that it is for. A permission that a condition tests counts as used.",
    wrong: tool({}, { header: permissionExample }),
    right: tool({ permissions: '["notes:read"]' }, { header: permissionExample }),
  },
  "lint/unused-failure-mode": {
    means: "No tool of any contract lists this failure mode, so no handler may return it.",
    fix: "Remove it, or add it to the `failureModes` of the tool where it can happen.",
    wrong: tool({}, { header: failureExample }),
    right: tool({ failureModes: "[note_missing]" }, { header: failureExample }),
  },
  "lint/over-context-budget": {
    means:
      "Every tool uses context in every conversation of an agent, and agents choose less well among many long ones. The count is that of the characters of JSON that a server lists, without `_meta`, for all tools that are not forbidden. The default limits, for one tool and for all together, are `contextBudget: { tool: 8000, list: 100000 }` in `proviso.yaml`.",
    fix: "Shorten long texts, split the tool, or raise the budget. A list that is too long is reported at its heaviest tool.",
    wrong: tool({ outputSchema: `{ ${manyProperties} }` }),
    right: tool({ outputSchema: `{ ${propertyExample(0)} }` }),
  },
  "lint/lethal-trifecta": {
    means:
      "A holder of these permissions can call a tool that reads private data, one that returns untrusted content, and one that sends data out. The untrusted content can then instruct an agent to leak the data. A person always confirms tools that send data out, and the client guard asks again in a session that has used the other two; so this is a note, not a warning. The reported set of permissions is minimal. The worst is assumed for what `dataFlow` does not state.",
    fix: "Give the permissions to different agents, or state the `dataFlow` of a tool if it is better than assumed. If you accept the risk, suppress this finding at the tool with a reason; a tool that sends data out unconfirmed is still reported, as `lint/unconfirmed-trifecta`.",
    wrong: sending(true),
    right: sending(false),
  },
  "lint/unconfirmed-trifecta": {
    means:
      "A holder of these permissions can call a tool that reads private data, one that returns untrusted content, and one that sends data out without a person's confirmation. Effects that leave the system are always confirmed. A fetch is the exception: it declares no effect, but whoever chooses the address can put private data into it. So a tool that takes an address (`format: uri`, `uri-reference` or `hostname`, or a text called `url`, `uri`, `href`, `endpoint` or `hostname`), returns untrusted content and is not always confirmed counts as one that sends.",
    fix: "Declare the call as a side effect, `calls: …`, with a `riskLevel` that a person confirms; or take the identifier of a known address instead of an address.",
    wrong: fetching("{ page: uri }"),
    right: fetching("{ pageId: uuid }"),
  },
};

/** A tool that reads notes, possibly written by strangers, and sends them by mail. */
function sending(untrusted: boolean): DiagnosticPage["wrong"] {
  return tool(
    {
      title: "Forward a note",
      description: "Sends the text of a note to somebody by mail.",
      riskLevel: "high",
      riskReason: "A note goes to one address, which a person reads before.",
      inputSchema: "{ noteId: string, to: email }",
      sideEffects: "[sends: The note to the address.]",
      dataFlow: `{ readsPrivate: true, returnsUntrusted: ${untrusted} }`,
      idempotency: "{ key: [noteId, to], onRepeat: Nothing is sent twice. }",
    },
    { verb: "forward" },
  );
}

/** The notes contract, and a tool in another file that fetches a web page. */
function fetching(inputSchema: string): DiagnosticPage["wrong"] {
  const [file] = tool(
    {
      title: "Fetch a page",
      description: "Returns the text of a page on the web.",
      inputSchema,
      dataFlow: "{ readsPrivate: false, returnsUntrusted: true }",
    },
    { verb: "fetch" },
  );
  const pages = (file?.text ?? "")
    .replace("domain: notes", "domain: pages")
    .replace("Notes that people keep", "Pages on the web");
  return [...tool({}), ...text(pages, "contracts/pages.yaml")];
}
