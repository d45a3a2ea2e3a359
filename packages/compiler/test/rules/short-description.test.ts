import { shortDescription } from "../../src/rules/short-description.ts";
import { checkRule } from "./check-rule.ts";

checkRule(shortDescription, {
  valid: { "a sentence": { description: "Returns the thing with this identifier." } },
  invalid: {
    "a word or two": { description: "⟦Gets it.⟧" },
    "the title again": { title: "Find a thing by its name", description: "⟦Find a thing, by its name!⟧" },
    "the name again": { description: "⟦Things, act upon or leave⟧" },
  },
  verb: "act_upon_or_leave",
});
