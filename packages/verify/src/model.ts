import type { Json, JsonObject, JsonSchema } from "@proviso/manifest";
import type { AuditHead } from "@proviso/trail";

/** How to reach the server. A command holds `{folder}` and other placeholders as written. */
export type Target =
  | { readonly kind: "stdio"; readonly command: readonly string[] }
  | { readonly kind: "url"; readonly url: string };

/** A tool as listed, with the facts of its contract if it has one, listed or given by `--manifest`. */
export interface Tool {
  readonly name: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations: JsonObject;
  readonly contract?: JsonObject;
}

/** One claim of a server, in a sentence. */
export interface Claim {
  readonly text: string;
  /** What it is read from. `protocol`: every MCP server makes it. */
  readonly source: "contract" | "hint" | "schema" | "protocol";
}

export interface Change {
  readonly oracle: string;
  /** `sent`: a message or request that may change something; `asked`: one that only reads, or a contact. */
  readonly kind: "added" | "removed" | "changed" | "sent" | "asked" | "started";
  /** A path, `table/key`, `POST http://host/path`, an address, a command line. */
  readonly what: string;
  /** By how many bytes a file grew. */
  readonly amount?: number;
}

/** The watched things at one moment: a name and a digest each. */
export type Snapshot = Readonly<Record<string, string>>;

/** Options of the command line, with placeholders filled in, and the folder of `--disposable`. */
export interface OracleSettings {
  readonly options: Readonly<Record<string, string | undefined>>;
  readonly folder?: string;
}

/** Watches one part of the world; undefined if no option asks for it. Rejects with a `UsageError` that says what to do. */
export type Oracle = (settings: OracleSettings) => Promise<OpenOracle | undefined>;

export interface OpenOracle {
  readonly name: string;
  readonly watches: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Values for placeholders of the command, such as `{folder}`. */
  readonly placeholders?: Readonly<Record<string, string>>;
  /** Told of the server's process each time it is started. */
  watchProcess?(pid: number): void;
  snapshot(): Promise<Snapshot>;
  /** Absent: what was added, removed or changed, by name. */
  compare?(before: Snapshot, after: Snapshot): readonly Change[];
  close?(): Promise<void>;
}

/** Callers that must be refused: `--nobody` has no permission, the log-in of `--stale` is too old, `unasked` cannot be asked. */
export type Caller = "nobody" | "stale" | "unasked";

/** Something that a trial does to the server. */
export type Action =
  | {
      readonly kind: "call";
      readonly tool: string;
      readonly arguments: JsonObject;
      /** The idempotency key, sent in `_meta`. */
      readonly key?: string;
      readonly as?: Caller;
      /** Sent together with the action before it. */
      readonly isConcurrent?: true;
      /** The server's process is killed this many milliseconds after the request, and started again. */
      readonly killAfterMs?: number;
    }
  | { readonly kind: "list" }
  | { readonly kind: "restart" }
  /** The disposable folder is made anew, and the server started in it. */
  | { readonly kind: "renew" };

export type Call = Extract<Action, { readonly kind: "call" }>;

/** What came back from an action. `ms`: milliseconds until it came. */
export interface Answer {
  readonly kind: "result" | "failed" | "error" | "none" | "listed" | "done";
  /** The code of a declared failure, or of a JSON-RPC error. */
  readonly code?: string;
  /** The structured content of a result, the digest of a list. */
  readonly value?: Json;
  readonly text?: string;
  readonly meta?: JsonObject;
  readonly ms: number;
}

/** An action, its answer, and what the oracles saw. */
export interface Step {
  readonly action: Action;
  readonly answer: Answer;
  readonly changes: readonly Change[];
}

/** One attempt to refute a claim: what it needs first, and the steps that are judged. */
export interface Trial {
  readonly prelude: readonly Step[];
  readonly steps: readonly Step[];
}

/** A trial that refutes a claim, which anybody can run again: `proviso verify --replay trace.json`. */
export interface Trace extends Trial {
  readonly format: 1;
  readonly target: Target;
  readonly clause: string;
  /** Absent if the claim is about the server. */
  readonly tool?: string;
  readonly claim: Claim;
  readonly observed: string;
  /** Options of the command line that the trial depends on. */
  readonly options: Readonly<Record<string, string>>;
}

/** What a clause says of one trial. `void`: it shows nothing, such as a refused call where one that completes is needed; `why` never holds a result. */
export type Judgement =
  | { readonly kind: "survived" }
  | { readonly kind: "void"; readonly why?: string }
  | { readonly kind: "refuted"; readonly observed: string };

export interface World {
  readonly tools: readonly Tool[];
  /** A digest of each tool's definition, when the run began. */
  readonly firstList: JsonObject;
  /** Names of tools that agents may not call, from `--forbidden`. */
  readonly forbidden: readonly string[];
  readonly oracles: readonly string[];
  /** Whether its process can be killed and its folder made anew: it was started here, and is disposable. */
  readonly canKill: boolean;
  readonly callers: readonly Caller[];
  /** Values that must not come back, as the user gave them. */
  readonly secrets: readonly string[];
}

/** One kind of claim, and how calls could refute it. A pure function of what was observed. */
export interface Clause {
  readonly name: string;
  /** Whether it is about the server; then `tool` is undefined. */
  readonly isOfServer?: true;
  /** Whether one trial shows all, because no argument matters. */
  readonly isOnce?: true;
  /** Whether a trial begins with a new folder if its call was made before, or a trial before it showed nothing: a server stores outcomes. */
  readonly isFresh?: true;
  /** Whether it is tried after all others, because a server may not survive it. */
  readonly isLast?: true;
  claim(tool: Tool | undefined, world: World): Claim | undefined;
  /** What it needs and is not there, such as an oracle or an option. */
  missing?(tool: Tool | undefined, world: World): string | undefined;
  /** An undisturbed call with the same arguments, on a folder of its own: the first step of a trial. */
  reference?(tool: Tool | undefined, args: JsonObject): Action;
  /** Actions of one trial. Absent: one plain call, which such clauses share. */
  actions?(tool: Tool | undefined, args: JsonObject, world: World): readonly Action[];
  judge(tool: Tool | undefined, steps: readonly Step[], world: World): Judgement;
}

/** Never "true", never a score. */
export type Verdict =
  | { readonly kind: "refuted"; readonly trials: number; readonly trace: Trace }
  | { readonly kind: "survived"; readonly trials: number }
  | { readonly kind: "unobservable"; readonly missing: string };

/** One claim of one tool, or of the server, with its verdict. */
export interface ClaimResult {
  readonly clause: string;
  readonly tool?: string;
  readonly claim: Claim;
  readonly verdict: Verdict;
}

/** The report of a run, as `--json` prints it. */
export interface VerifyReport {
  readonly format: 1;
  readonly target: Target;
  /** As the server names itself in `initialize`. */
  readonly server: { readonly name: string; readonly version: string };
  /** ISO 8601. */
  readonly startedAt: string;
  readonly seed: number;
  readonly isDisposable: boolean;
  readonly calls: number;
  readonly ended: "complete" | "calls" | "time" | "interrupted" | "lost";
  readonly oracles: readonly { readonly name: string; readonly watches: string }[];
  readonly notCalled: readonly { readonly tool: string; readonly why: string }[];
  /** In the order of tools and clauses; claims of the server first. */
  readonly results: readonly ClaimResult[];
  /** Over the digest of all other fields, by the operator's key; see `signReport`. */
  readonly signature?: AuditHead;
}
