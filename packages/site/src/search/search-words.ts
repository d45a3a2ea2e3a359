import type { Options } from "minisearch";

/** A page, or a section of one, as the search lists it. */
export interface SearchDocument {
  readonly id: number;
  readonly href: string;
  /** The heading of the section; the title of the page at its top, or of a tool. */
  readonly title: string;
  /** The title of the page, if `title` is that of a section. */
  readonly page: string;
  /** What the page is: `tool`, `guide` or `reference`. */
  readonly kind: "tool" | "guide" | "reference";
  readonly about: string;
  /** Of a tool: its name, and what the explorer filters by. */
  readonly tool?: ListedTool;
  /** Searched and not shown. */
  readonly text: string;
}

export type FoundPage = Omit<SearchDocument, "text">;

export interface ListedTool {
  readonly name: string;
  readonly risk: string;
  readonly asked: string;
  readonly approvedBy: string;
  /** Who can call it; empty if the site does not show it. */
  readonly heldBy: string;
  /** What its safety label says of undoing; empty without a label. */
  readonly undo: string;
  /** The sentence of its safety label, and the classes of the circles for its six rows. */
  readonly label?: { readonly sentence: string; readonly rows: readonly string[] };
  /** Values by facet, as in the address of the explorer. */
  readonly has: Readonly<Record<string, readonly string[]>>;
}

const stopWords = new Set(
  `a about against all an and any anybody anyone are as at be been before being by can could did do does doing done during each every for from get give quickly simply easily really please has have happen happens how i if in into is it its know let lets make makes many me much must my need needs now of on or our
  put should so some somebody someone tell that the their them then there they thing things this those to us use used uses was way we were what when where while which who whom whose why
  will want wants with without work you your`.split(/\s+/),
);

/** `deletes`, `deleted` and `deleting` are one word. */
function stem(word: string): string {
  if (word.length < 4 || word.includes(" ")) return word;
  return word
    .replace(/ie[sd]$/, "y")
    .replace(/(?<=.{3})(?:ings?|ed|es|s)$/, "")
    .replace(/(?<=.{3})e$/, "");
}

/**
 * Words of readers, and those of pages and contracts. The words of a row stand for each other; where it has a colon, those before it stand
 * for those after it.
 */
const rows = `
  crash, crashes, dies, die, kill, killed, sigkill, terminate; caller, identity; who calls, who is calling: caller principal authenticate;
  caller, jwt: authenticate principal; authentication, authenticate, log in, logged in, logging in: log-in oauth; change, set; existing: already;
  agree, say yes: approve; mail, email; erase, delete, wipe; amount, sum, threshold; above amount: small exception;
  telemetry, phone home, analytics: leaves machine; limitation, not protect: not promised; leak, leaked, stolen, lost, compromised; how long, deadline: valid expires time; production, stable: ready; pick, choose, select; stored, kept; thousand: long; big, small, size: large; slow, slower, fast, faster, performance, latency, overhead: benchmarks cost;
  four eyes, segregation of duties: approve own request; circumvent, get around: bypass; two people, second person, dual control: approver other approve;
  kill switch, turn off, switch off, disable, block: stop pause; emergency stop, emergency: stop pause; gdpr, privacy: personal data;
  right to be forgotten: personal erase; remove: delete; message: email; colleague, employee: user; client: customer; spend: pay budget;
  money: pay refund; transfer, payout: pay payment; approver: approve; confirm, confirmation: approve ask; role: permission; throttle: rate limit;
  quota: limit budget; cap, capped, ceiling: limit budget; mfa, two factor: log-in step-up; login: log-in step-up;
  phone, mobile: inbox push devices; notification: tell waits; twice, retry, duplicate, idempotency, double: repeated calls; vulnerability: security;
  hack, malicious, attack: security attack; docker: container; kubernetes: container machines; replica, load balancer: several machines process;
  openapi, swagger: import; breaking: changed compare; preview, simulate: dry run plan; python: any language; promise: claim holds; try: verify;
  log, history: trail record; install, npm: install started; expired: valid; license, licence, free, price: open source; csv: export;
  pipeline: pull request; denied, rejected: refused; human, people: person; human in the loop: ask approve; timeout: time-out; team: toolset;
  sso: openid; okta: openid connect; chatgpt: hosts; who approved: trail called; difference: differ compare frameworks;
  migrate, convert: import rewrite; hidden: hide; times out: valid; roll back: undo; offline: database down; set up, setup: connect add;
  meeting: calendar; lies: confirm argument; health check: readyz probe; redact, mask: sensitive; pii: personal data sensitive;
  published, released: install today; encryption: encrypted; retention, data retention, retain: long records kept; logged: trail record;
  threat, threat model: attacker; sbom, software bill of materials: supply chain`
  .trim()
  .split(/;\s+/)
  .map((row) => row.split(": ").map((words) => words.split(", ")));
const synonyms = Map.groupBy(
  rows.flatMap(([of = [], words = of]) => of.map((word) => ({ word: stem(word), words }))),
  ({ word }) => word,
);

/** Names in code, such as `dev.proviso/failure`, `--inbox-port` and `approval_pending`: found as a whole, and by their parts. */
const codeNames = /(?<![\w-])--[a-z][\w-]*\w|[\w-]+(?:[._/]+[\w-]*[a-z][\w-]*)+/gi;
const namesIn = (text: string): readonly string[] => text.match(codeNames) ?? [];

/** How documents and questions are read. Both sides have to read alike. */
export const searchOptions: Options<SearchDocument> = {
  fields: ["title", "name", "page", "about", "text"],
  storeFields: ["href", "title", "page", "kind", "about", "tool"],
  extractField: (document, field) =>
    field === "name" ? (document.tool?.name ?? "") : (document as unknown as Record<string, string>)[field],
  tokenize: (text) => [...text.split(/[\s\p{P}\p{Z}]+/u), ...namesIn(text)],
  processTerm: (term) => {
    const word = term.toLowerCase();
    return stopWords.has(word) ? null : stem(word);
  },
};

const comparison = "above|over|below|under|beyond|up to|(?:more|less) than|at (?:most|least)";
const currency = "€|\\$|£|eur(?:os?)?|usd|dollars?|gbp|pounds?|chf";
const number = `(?:${currency})?\\s*\\d[\\d.,]*k?\\s*(?:${currency})?`;

/** `above 100 EUR` is an amount, whatever the number. */
const amount = new RegExp(
  `\\b(?:${comparison})\\s+(?:an?\\s+amount\\b|${number}(?![\\w-]))|(?:${currency})\\s*\\d[\\d.,]*|\\d[\\d.,]*\\s*(?:${currency})(?!\\w)`,
  "gi",
);

/** The words of a question that mean something, each with those that stand for the same. */
export function meanings(question: string): readonly (readonly string[])[] {
  const asked = ` ${question
    .replace(amount, " above amount ")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim()} `;
  const phrases = [...synonyms.keys()].filter((key) => key.includes(" ") && asked.includes(` ${key} `));
  const words = phrases
    .reduce((left, phrase) => left.replace(phrase, " "), asked)
    .split(" ")
    .filter((word) => word !== "" && !stopWords.has(word));
  const names = namesIn(question).map((name) => name.toLowerCase());
  return [...phrases, ...words, ...names].map((word) => {
    const meant = (synonyms.get(stem(word)) ?? []).flatMap(({ words: others }) => others);
    return [
      ...new Set(
        [word, ...meant]
          .flatMap((each) => each.split(" "))
          .filter((each) => !stopWords.has(each))
          .map(stem),
      ),
    ];
  });
}
