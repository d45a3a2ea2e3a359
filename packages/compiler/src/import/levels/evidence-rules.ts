import { type Evidence, isClaimedToRead, type ToolFacts } from "./evidence.ts";

/** One rule of evidence. Pure: the same facts, the same evidence. */
type EvidenceRule = (facts: ToolFacts) => readonly Evidence[];

const wordSet = (list: string): ReadonlySet<string> => new Set(list.split(" "));

/** What a method means, whatever the server does with it (RFC 9110, 9.2). */
const methodMeanings: Readonly<Record<string, Omit<Evidence, "reason">>> = {
  get: { level: "low" },
  head: { level: "low" },
  options: { level: "low" },
  trace: { level: "low" },
  post: { level: "high", reversible: false },
  put: { level: "high", effect: "updates", reversible: false },
  patch: { level: "high", effect: "updates", reversible: false },
  delete: { level: "critical", effect: "deletes", reversible: false },
};

/** Verbs of a read that needs a `POST`, because its question has a body. */
const askingVerbs = wordSet(
  "search query list find get count read compare lookup browse aggregate retrieve describe preview",
);

/** The HTTP method of an operation. */
const httpMethod: EvidenceRule = ({ isRead, verbs, tool: { request } }) => {
  const meaning = request && methodMeanings[request.method];
  // `POST` says nothing, so the name decides.
  if (request?.method === "post" && isRead && verbs.every(({ word }) => askingVerbs.has(word)))
    return [{ reason: "`POST`", level: "low" }];
  return meaning ? [{ reason: `\`${request.method.toUpperCase()}\``, ...meaning }] : [];
};

/** The verb in the tool's name. */
const namedVerb: EvidenceRule = ({ verbs }) =>
  verbs.map(({ word, row: { kind, level, reversible, external = false } }) => ({
    reason: `named \`${word}\``,
    level,
    reversible,
    external,
    ...(kind !== "reads" && { effect: kind }),
  }));

/** The hints that the server states. One that is absent counts as MCP says: destructive and open to the world. */
const hints: EvidenceRule = ({ tool, verbs }) => {
  // The hints of an operation are those of its method, which has said this already.
  if (tool.request) return [];
  const { readOnlyHint, destructiveHint, openWorldHint } = tool.annotations;
  if (readOnlyHint === true) return [{ reason: "`readOnlyHint: true`", level: "low" }];
  if (verbs.length > 0 && verbs.every(({ row }) => row.kind === "reads")) {
    if (readOnlyHint !== false && destructiveHint !== true) return [];
    const reason = readOnlyHint === false ? "`readOnlyHint: false`" : "`destructiveHint: true`";
    return [{ reason, level: "high", effect: "unclassified", reversible: false }];
  }
  const stated = destructiveHint ? "`destructiveHint: true`" : "no `destructiveHint: false`";
  return [
    destructiveHint === false
      ? { reason: "`destructiveHint: false`", level: "medium" }
      : { reason: stated, level: "high", reversible: false },
    ...(openWorldHint === true
      ? [{ reason: "`openWorldHint: true`", level: "high", external: true } as const]
      : []),
  ];
};

const secretNouns = wordSet("password passwords passphrase secret secrets credential credentials keychain");
const keyNouns = wordSet("key keys token tokens");
/** Words that make a key or a token one to authenticate with. */
const keyWords = wordSet(
  "private api access raw auth bearer refresh session service signing encryption ssh secret admin root",
);

/** A tool that returns secrets is forbidden for agents (seed 001: `read_private_key`). */
const revealsSecrets: EvidenceRule = ({ words, verbs }) => {
  if (verbs.some(({ row }) => row.kind !== "reads")) return [];
  // The secret that the name ends with: `list_secret_scanning_alerts` is about alerts.
  const [before = "", last = ""] = words.slice(-2);
  const isKey = keyNouns.has(last) && keyWords.has(before);
  if (!secretNouns.has(last) && !isKey) return [];
  const noun = secretNouns.has(last) ? last : `${before} ${last}`;
  return [{ reason: `reads a \`${noun}\``, level: "forbidden" }];
};

const stoppingRecords = wordSet("disable stop delete clear purge remove pause truncate erase wipe drop off");

/** A tool that stops or deletes records is forbidden for agents (seed 001: `disable_audit_log`). */
const stopsRecords: EvidenceRule = ({ words }) => {
  const stop = words.find((word) => stoppingRecords.has(word));
  if (stop === undefined || !(words.includes("audit") || words.includes("auditing"))) return [];
  return [
    { reason: `\`${stop}\` of an audit log`, level: "forbidden", effect: "deletes", reversible: false },
  ];
};

/** What a change of moves money, at once or by a contract with the bank. */
const movingMoney = wordSet(
  "refund refunds payout payouts charge charges transfer transfers subscription subscriptions dispute disputes payment payments " +
    "credit credits debit debits wallet wallets money funds",
);
/** What ends a payment before it moves money, or keeps a standing one from moving more. */
const stoppingMoney = wordSet("cancel void abort reject decline pause");
/** Arguments that say what something costs. */
const amounts = /^(?:.*_)?(?:amount|price|cost|currency|budget|total|fee)(?:_.*)?$/;

/** Money that a tool moves, or states in an argument. */
const movesMoney: EvidenceRule = ({ words, isRead, everyName }) => {
  if (isRead) return [];
  const noun = words.find((word) => movingMoney.has(word));
  if (noun !== undefined) {
    const moves = noun.startsWith("refund") ? "refunds" : "pays";
    const effect = words.some((word) => stoppingMoney.has(word)) ? "updates" : moves;
    const reason = /^(?:money|funds)$/.test(noun) ? `moves \`${noun}\`` : `changes a \`${noun}\``;
    return [{ reason, level: "critical", effect, reversible: false, external: true }];
  }
  const amount = everyName.find((name) => amounts.test(name));
  if (amount === undefined) return [];
  return [{ reason: `states money in \`${amount}\``, level: "high", reversible: false }];
};

const accessNouns = wordSet(
  "permission permissions role roles collaborator collaborators member members membership memberships access acl acls policy " +
    "policies admin admins owner owners password passwords secret secrets credential credentials token tokens invitation invitations",
);
/** Arguments that say what somebody may do. */
const accessArguments =
  /^(?:.*_)?(?:roles?|permissions?|privileges?|scopes|acls?|access_level|(?:is_)?(?:admin|superuser))$/;

/** A change of who may do what is critical (seed 001: "permission changes"). */
const changesAccess: EvidenceRule = ({ words, isRead, everyName }) => {
  if (isRead) return [];
  const noun =
    words.find((word) => accessNouns.has(word)) ?? everyName.find((name) => accessArguments.test(name));
  if (noun === undefined) return [];
  return [{ reason: `changes \`${noun}\``, level: "critical", effect: "grants", reversible: false }];
};

/** Arguments that are programs, whatever else a tool says. */
const programs = wordSet(
  "code script command cmd commands shell bash javascript python function expression program",
);
/** Arguments that can be statements of a database. */
const statements = wordSet("sql query statement ddl migration");

/** An argument that the tool runs: a call can do whatever the caller writes. */
const runsWhatItIsGiven: EvidenceRule = ({ argumentNames, text, tool }) => {
  const isRead = isClaimedToRead(tool);
  const runsStatements = !isRead && /\b(?:sql|ddl|cypher|gremlin|statements?)\b/.test(text);
  const found = argumentNames.find(
    (name) => (!isRead && programs.has(name)) || (runsStatements && statements.has(name)),
  );
  return found === undefined ? [] : [callsOut(`runs its argument \`${found}\``)];
};

const takingOut = wordSet("export dump backup download");
const muchOfIt = wordSet("all full bulk everything database users customers contacts");
const takingAll = /\b(exports?|dumps?|backs? up|downloads?)\s+(?:of\s+)?(all|every|everything|the whole)\b/;

/** A tool that copies much data out of the system is critical (seed 001: `bulk_export`). */
const takesDataOut: EvidenceRule = ({ words, text }) => {
  const [, takes, all] = takingAll.exec(text) ?? [];
  const taken = takes ?? words.find((word) => takingOut.has(word));
  const much = all ?? words.find((word) => muchOfIt.has(word));
  return taken === undefined || much === undefined ? [] : [callsOut(`\`${taken}\` of \`${much}\``)];
};

function callsOut(reason: string): Evidence {
  return { reason, level: "critical", effect: "calls", reversible: false, external: true };
}

const hooks = wordSet("webhook webhooks callback callbacks hook hooks");
const hookArguments =
  /^(?:.*_)?(?:webhook|callback|notification|notify|delivery|forward)_(?:ur[il]|endpoint)$/;
const addresses = /^(?:.*_)?(?:ur[il]|host|hostname|endpoint)$/;

/** A call that reaches the address in an argument; later events follow where it registers one: data leaves. */
const reachesAnAddress: EvidenceRule = ({ words, isRead, everyName }) => {
  if (isRead) return [];
  const address = everyName.find((name) => addresses.test(name));
  const hook = address === undefined ? undefined : words.find((word) => hooks.has(word));
  const sent = hook ?? everyName.find((name) => hookArguments.test(name));
  const leaves = { reversible: false, external: true } as const;
  if (sent !== undefined)
    return [
      { reason: `sends data to the address of a \`${sent}\``, level: "critical", effect: "sends", ...leaves },
    ];
  if (address === undefined) return [];
  return [{ reason: `is given the address \`${address}\``, level: "high", ...leaves }];
};

const deleting =
  /\b(?:deletes?|removes?|drops?|destroys?|erases?|purges?|wipes?|permanently|irreversibl[ey])\b/;

/** A description that speaks of deleting, of a tool that does not only read. */
const saysThatItDeletes: EvidenceRule = ({ text, verbs, tool: { annotations, request } }) => {
  const word = deleting.exec(text)?.[0];
  // A tool that says it is not destructive may speak of what others delete.
  const { readOnlyHint, destructiveHint } = annotations;
  const isDenied = readOnlyHint === true || destructiveHint === false || request?.method === "get";
  const isNamedSo = verbs.some(({ row }) => row.kind === "deletes");
  if (word === undefined || isDenied || isNamedSo) return [];
  return [{ reason: `described by \`${word}\``, level: "critical", effect: "deletes", reversible: false }];
};

/** Title or description say that a call sends, pays, grants or deletes, whatever the name says. */
const saysWhatItDoes: EvidenceRule = ({ verbs, saidVerbs }) =>
  saidVerbs
    .filter(({ row }) => verbs.every((named) => named.row !== row))
    .map(({ word, row: { kind, level, external = false } }) => ({
      reason: `described by \`${word}\``,
      level,
      reversible: false,
      external,
      ...(kind !== "reads" && { effect: kind }),
    }));

/** All rules of evidence, in the order in which a suggestion lists their reasons. */
export const evidenceRules: readonly EvidenceRule[] = [
  httpMethod,
  namedVerb,
  hints,
  revealsSecrets,
  stopsRecords,
  movesMoney,
  changesAccess,
  runsWhatItIsGiven,
  takesDataOut,
  reachesAnAddress,
  saysThatItDeletes,
  saysWhatItDoes,
];
