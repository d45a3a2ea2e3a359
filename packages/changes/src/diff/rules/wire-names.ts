import { type ProductRule, productRule } from "../facts/change-rule.ts";
import { dangerous, neutral } from "../facts/kinds.ts";

export const wireNames: ProductRule = productRule({
  name: "wire-names",
  summary: "How tools without a `wireName` are listed: `emails.send` or `emails_send`.",
  kinds: neutral("changed", {
    "wire-names-changed": dangerous(
      "Tools are listed with other names. Calls under the former ones are accepted; settings of hosts that name tools no longer apply.",
    ),
  }),
  find({ before: { wireNames: before }, after: { wireNames: after } }) {
    if (before === after) return [];
    const says = `tools are listed with names in the style \`${after}\` instead of \`${before}\``;
    return [{ id: "wire-names-changed", path: "wireNames", before, after, says }];
  },
});
