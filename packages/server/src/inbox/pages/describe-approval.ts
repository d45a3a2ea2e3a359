import type { Approval, Decision, Withdrawal } from "../../api/approval.ts";
import { html, type Content, type Html } from "@proviso/manifest";
import { shownText } from "../values/shown-text.ts";

const withdrawals: Readonly<Record<Withdrawal, string>> = {
  contract_changed: "its contract has changed",
  plan_changed: "what it would do has changed",
  paused: "an operator has paused the tool",
  answered_here: "it was answered in the client that asked",
  cancelled: "the caller has cancelled it",
  edit_invalid: "what an approver changed does not fit its contract",
  log_in_too_old: "the log-in of the person who asks has become too old",
  too_many: "the caller had too many calls waiting",
};

type Tone = "good" | "bad" | "warn" | "";

/** The state in a few words. */
export function stateTag({ state, withdrawn, rules, decisions }: Approval): Html {
  const yes = approvalsIn(decisions);
  const [tone, text]: readonly [Tone, string] =
    state === "pending"
      ? ["warn", rules.approvers > 1 ? `waits: ${yes} of ${rules.approvers} approvals` : "waits"]
      : state === "approved"
        ? ["good", "approved, not used yet"]
        : state === "consumed"
          ? ["good", "approved and used"]
          : state === "denied"
            ? ["bad", "denied"]
            : state === "expired"
              ? ["", "expired"]
              : ["", `withdrawn: ${withdrawn ? withdrawals[withdrawn] : "not needed"}`];
  return html`<li class="tag ${tone}">${text}</li>`;
}

export function approvalsIn(decisions: readonly Decision[]): number {
  return decisions.filter(({ verdict }) => verdict === "approve").length;
}

/** Risk, and the effects that a person has to know before reading on. */
export function riskTags({ earlier, shown: { riskLevel, sideEffects } }: Approval): readonly Html[] {
  const tone = riskLevel === "critical" || riskLevel === "high" ? "bad" : "";
  return [
    ...(earlier ? [html`<li class="tag bad">made before</li>`] : []),
    html`<li class="tag ${tone}">${riskLevel} risk</li>`,
    ...(sideEffects.some(({ reversible }) => !reversible)
      ? [html`<li class="tag bad">cannot be undone</li>`]
      : []),
    ...(sideEffects.some(({ external }) => external) ? [html`<li class="tag">leaves the system</li>`] : []),
  ];
}

/** Who asks: the person, and whether an agent acts for them. */
export function shownAsker({ asker: { id, kind, name, tenant } }: Approval): Html {
  const who = name === undefined ? shownText(id) : html`${shownText(name)} (${shownText(id)})`;
  const where = tenant === undefined ? undefined : html` at ${shownText(tenant)}`;
  return kind === "agent" ? html`an agent of ${who}${where}` : html`${who}${where}`;
}

export function shownDecider({ id, name, isOperator }: Decision["by"]): Content {
  return [
    name === undefined ? shownText(id) : html`${shownText(name)} (${shownText(id)})`,
    isOperator ? ", operator" : "",
  ];
}

/** A time as text that everybody reads alike. */
export function shownTime(ms: number): Html {
  const iso = new Date(ms).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 16).replace("T", " ")} UTC</time>`;
}
