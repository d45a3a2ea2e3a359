/** A text that is replaced, and what the command has to find then. */
export interface FalseSentence {
  readonly name: string;
  readonly args: readonly string[];
  readonly file: string;
  readonly text: RegExp;
  readonly instead: string;
  /** What stands in the output then, and only then. */
  readonly finds: readonly string[];
}

const page = (name: string): Pick<FalseSentence, "args" | "file"> => ({
  args: ["--tool", name],
  file: `tools/${name.replace(".", "/")}.md`,
});

/** Sentences that were false once. */
export const falseSentences: readonly FalseSentence[] = [
  {
    name: "the label of a refund says that no money moves",
    ...page("orders.refund"),
    text: /^\| Money \| .*$/m,
    instead: "| Money | No money moves |",
    finds: ["orders.refund  label Money  (changes)"],
  },
  {
    name: "a refund moves no money",
    ...page("orders.refund"),
    text: /^ {2}does: .*$/m,
    instead: '  does: ["overwrites","creates"]',
    finds: ["orders.refund  data does  (changes)", "so that   no money moves"],
  },
  {
    name: "the server asks a person, where only the guard asks in live",
    ...page("drafts.create"),
    text: /^\*\*Creates;.*\*\*$/m,
    instead: "**Creates; the server asks a person every time.**",
    finds: ["drafts.create  label  (asks)", "plain: completed, nobody was asked"],
  },
  {
    name: "a tool that acts twice has idempotentHint",
    ...page("summaries.generate"),
    text: /`idempotentHint` false/,
    instead: "`idempotentHint` true",
    finds: [
      "summaries.generate  MCP hints  (hints)",
      "again: completed, nobody was asked: rows: added backoffice.sqlite summaries/",
    ],
  },
  {
    name: "a tool that needs a key is idempotent by its arguments",
    ...page("files.manage_link"),
    file: "by-safety/idempotent.md",
    text: /^\| \[.*\.md\) `[^`]+`(.*)$/m,
    instead: "| [Manage a link](../tools/files/manage_link.md) `files.manage_link`$1",
    finds: [
      "files.manage_link  list idempotent  (hints)",
      "the same call again changed something: rows: changed backoffice.sqlite links/",
    ],
  },
  {
    name: "a repeated call ends before the log-in is looked at",
    ...page("payments.execute"),
    text: /<!-- steps -->[^]*<!-- \/steps -->/,
    instead: [
      "<!-- steps -->",
      "1. The client calls `payments_execute`.",
      "1. If the call is a repeated one, it ends here with the first outcome.",
      "1. The server wants a stronger log-in. Always: a log-in at most 5 minutes old.",
      "<!-- /steps -->",
    ].join("\n"),
    finds: ["payments.execute  order of the steps  (order)", "with an old log-in: step_up_required"],
  },
  {
    name: "a dry run that tells of a customer sees no private data",
    ...page("customers.delete"),
    text: /^\| Returns and sends \| .*$/m,
    instead: "| Returns and sends | Returns no private data, and shows none in its plan. |",
    finds: ["customers.delete  Returns and sends  (privacy)", "an answer holds a secret"],
  },
  {
    name: "a private key is read with any permission to read",
    ...page("secrets.read_private_key"),
    text: /A person with `secrets:read` may/,
    instead: "A person with `customers:read` may",
    finds: ["secrets.read_private_key  Can call it  (forbidden)", "needed: secrets:read"],
  },
  {
    name: "a private key is read with a log-in of an hour ago",
    ...page("secrets.read_private_key"),
    text: /a log-in at most 5 minutes old/,
    instead: "a log-in at most 60 minutes old",
    finds: ["secrets.read_private_key  Can call it  (forbidden)", "the oldest has 5 minutes"],
  },
  {
    name: "reading a password changes nothing",
    ...page("secrets.read_password"),
    text: /^\| Would change .*$/m,
    instead: "| Would change | Nothing. |",
    finds: ["secrets.read_password  Would change  (forbidden)", "there is no handler"],
  },
];
