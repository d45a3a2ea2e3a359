import { declareValuePlugin, PluginKind } from "@stryker-mutator/api/plugin";

/** Texts with a space are for people: tests read the codes, and only a few of the sentences. */
function isSentence({ node }) {
  if (node.type === "StringLiteral") return / \S|\S /.test(node.value);
  return node.type === "TemplateLiteral" && node.quasis.some(({ value }) => value.raw.includes(" "));
}

/** The reason in Stryker's report. */
export const sentence = "a sentence for people";

export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, "sentences", {
    shouldIgnore: (path) => (isSentence(path) ? sentence : undefined),
  }),
];
