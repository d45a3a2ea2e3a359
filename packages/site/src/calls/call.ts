/** A JSON value, as contracts write it. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

export const parties = ["person", "client", "server", "handler"] as const;
export type Party = (typeof parties)[number];

/** A step of a call; to itself if a party does something alone. */
export interface Step {
  readonly from: Party;
  readonly to: Party;
  readonly lines: readonly string[];
  /** True if the step is not part of every call. */
  readonly isSometimes: boolean;
}

/** The package with a product's typed client. */
export interface Client {
  readonly module: string;
  readonly create: string;
  readonly variable: string;
}

/** The part of a contract that declares a tool. */
export interface ContractPart {
  readonly line: number;
  readonly endLine: number;
  readonly text: string;
  /** The address of these lines, if the project names its repository. */
  readonly url?: string | undefined;
}

/** What `calls.json` says of a tool. */
export interface Call {
  readonly name: string;
  /** The contract's file, from the project's folder. */
  readonly contract: string;
  /** Absent if the contract is not there: the pages of a product may be built without it. */
  readonly part?: ContractPart | undefined;
  readonly wireName: string;
  /** The names of its typed method: `customers` and `delete`. */
  readonly typed?: readonly [string, string] | undefined;
  /** Absent if there is no example of arguments. */
  readonly input?: JsonObject | undefined;
  readonly failures: readonly string[];
  readonly steps: readonly Step[];
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject | undefined;
  /** Absent if the project generates no client. */
  readonly client?: Client | undefined;
}
