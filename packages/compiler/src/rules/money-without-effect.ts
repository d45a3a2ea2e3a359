import { movesMoney } from "@proviso/manifest";
import { type ToolRule, toolRule } from "./facts/rule.ts";

export const moneyWithoutEffect: ToolRule = toolRule({
  code: "lint/money-without-effect",
  severity: "warning",
  summary: "A tool that is named or tagged as one that moves money has an effect that moves money.",
  check({ tool, written }, report) {
    const { name, riskLevel, sideEffects } = tool;
    // A tool that only reads moves nothing. Another rule reports an effect without a kind.
    if (riskLevel === "forbidden" || sideEffects.length === 0) return;
    if (sideEffects.some((effect) => movesMoney(effect) || effect.kind === "unclassified")) return;
    const tag = tagsOf(tool.metadata["tags"]).find((each) => moneyTags.has(each.toLowerCase()));
    const named = isNamedSo(name.split(/[._]/)) ? "its name" : undefined;
    const why = named ?? (tag === undefined ? undefined : `the tag \`${tag}\``);
    if (why === undefined) return;
    report(
      `${why} says that \`${name}\` moves money, and none of its effects does`,
      written.sideEffects?.[0]?.span ?? tool.spans.name,
      "state the movement as `pays` or `refunds`, or give the tool another name or tag",
    );
  },
});

const moneyVerbs = new Set(["pay", "payout", "refund", "reimburse"]);
const moneyNouns = new Set(["payment", "payments", "payouts", "refunds", "reimbursement", "reimbursements"]);
const makingVerbs = new Set(["create", "execute", "issue", "make", "send"]);
const moneyTags = new Set(["money", ...moneyVerbs, ...moneyNouns]);

function isNamedSo(words: readonly string[]): boolean {
  if (words.some((word) => moneyVerbs.has(word))) return true;
  return words.some((word) => moneyNouns.has(word)) && words.some((word) => makingVerbs.has(word));
}

function tagsOf(tags: unknown): readonly string[] {
  return Array.isArray(tags) ? tags.filter((tag): tag is string => typeof tag === "string") : [];
}
