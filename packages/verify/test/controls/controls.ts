/** A server that breaks one clause, and what its operator tells `proviso verify` about it. */
export interface Control {
  /** The clause that it breaks. */
  readonly clause: string;
  /** A program of this folder. */
  readonly server: string;
  /** How it breaks the clause, where one server knows several ways. */
  readonly how?: string;
  /** The file of its contracts. Absent: its list of tools says what it claims. */
  readonly contract?: string;
  readonly options?: readonly string[];
}

/** The negative controls: each clause has one at least. With the argument `honest`, each keeps its word. */
export const controls: readonly Control[] = [
  { clause: "reads-only", server: "reads-only.py" },
  {
    clause: "effects-declared",
    server: "effects-declared.py",
    contract: "effects-declared.yaml",
    options: ["--sqlite", "{folder}/notes.sqlite"],
  },
  { clause: "adds-only", server: "adds-only.py" },
  { clause: "closed-world", server: "closed-world.py", options: ["--http", "record"] },
  { clause: "dry-run", server: "dry-run.mjs", contract: "dry-run.yaml" },
  { clause: "plan-holds", server: "plan-holds.mjs", contract: "plan-holds.yaml" },
  { clause: "idempotent", server: "idempotent.py" },
  {
    clause: "idempotent",
    server: "bookings.mjs",
    how: "with-key",
    contract: "bookings.yaml",
    options: ["--ignore", "keys.json"],
  },
  {
    clause: "idempotent-at-once",
    server: "bookings.mjs",
    how: "concurrently",
    contract: "bookings.yaml",
    options: ["--ignore", "keys.json"],
  },
  {
    clause: "idempotent-after-crash",
    server: "bookings.mjs",
    how: "after-kill",
    contract: "bookings.yaml",
    options: ["--ignore", "keys.json"],
  },
  {
    clause: "idempotent-at-once",
    server: "payments.mjs",
    how: "concurrently",
    contract: "payments.yaml",
    options: ["--ignore", "known.json"],
  },
  {
    clause: "idempotent-after-crash",
    server: "payments.mjs",
    how: "after-kill",
    contract: "payments.yaml",
    options: ["--ignore", "known.json"],
  },
  { clause: "output-fits", server: "output-fits.py" },
  { clause: "failures-fit", server: "failures-fit.mjs", contract: "failures-fit.yaml" },
  { clause: "in-time", server: "in-time.py", contract: "in-time.yaml" },
  {
    clause: "permission",
    server: "permission.py",
    contract: "permission.yaml",
    options: ["--env", "PERMISSIONS=salaries:read", "--nobody", "PERMISSIONS=none"],
  },
  {
    clause: "step-up",
    server: "step-up.mjs",
    contract: "step-up.yaml",
    options: ["--env", "AUTH_AGE=1", "--stale", "AUTH_AGE=86400"],
  },
  { clause: "confirmation", server: "confirmation.mjs", contract: "confirmation.yaml" },
  { clause: "requirements", server: "requirements.mjs", contract: "requirements.yaml" },
  { clause: "rate-limit", server: "rate-limit.py", contract: "rate-limit.yaml" },
  { clause: "forbidden", server: "forbidden.py", contract: "forbidden.yaml" },
  { clause: "secrets-stay", server: "secrets-stay.mjs", contract: "secrets-stay.yaml" },
  {
    clause: "audited",
    server: "audited.mjs",
    contract: "audited.yaml",
    options: ["--audit", "{folder}/audit.jsonl"],
  },
  { clause: "agency", server: "agency.mjs", contract: "agency.yaml" },
  { clause: "hints-agree", server: "hints-agree.mjs", contract: "hints-agree.yaml" },
  { clause: "list-stable", server: "list-stable.mjs" },
  { clause: "list-after-restart", server: "list-after-restart.py" },
];
