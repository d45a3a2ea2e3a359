import type { ClauseRule } from "../facts/change-rule.ts";
import { wordsRule } from "../facts/words-rule.ts";

export const title: ClauseRule = wordsRule("title", {
  summary: "The title, which hosts and people who approve a call see.",
  means: "The tool is presented under another title.",
  model: "changed",
});

export const icons: ClauseRule = wordsRule("icons", {
  summary: "The images that stand for the tool.",
  means: "Hosts show another image.",
});

export const description: ClauseRule = wordsRule("description", {
  summary: "What a model and developers read about the tool.",
  means: "A model reads another description and may use the tool otherwise.",
  model: "changed",
});

export const wireRefs: ClauseRule = wordsRule("wireRefs", {
  summary: "How repeated types are listed: written out, or once under `$defs`.",
  means: "The schemas are listed in another form, which accepts the same values.",
  model: "changed",
});

export const summary: ClauseRule = wordsRule("summary", {
  summary: "The sentence in which people read what a call does before they approve it.",
  means: "Who approves a call reads another sentence first. All arguments stay below it.",
});

export const category: ClauseRule = wordsRule("category", {
  summary: "The kind of domain, by which tools are grouped.",
  means: "The tool is listed in another group.",
});

export const metadata: ClauseRule = wordsRule("metadata", {
  summary: "Labels for catalogs and policies of hosts. Flags that contradict the contract do not compile.",
  means: "The tool is labelled otherwise. Nothing that Proviso enforces depends on it.",
});

export const examples: ClauseRule = wordsRule("examples", {
  summary: "The examples in the documentation.",
  means: "The documentation shows other examples.",
});
