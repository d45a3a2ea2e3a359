import { type ProductRule, productRule } from "../facts/change-rule.ts";
import { dangerous, neutral } from "../facts/kinds.ts";

export const productName: ProductRule = productRule({
  name: "product-name",
  summary: "The name of the product.",
  kinds: neutral("changed", {
    "product-renamed": dangerous(
      "The server is listed under another name. Settings of hosts that name it no longer apply.",
    ),
  }),
  find({ before: { product: before }, after: { product: after } }) {
    if (before === after) return [];
    const says = `the product is called \`${after}\` instead of \`${before}\``;
    return [{ id: "product-renamed", path: "product", before, after, says }];
  },
});
