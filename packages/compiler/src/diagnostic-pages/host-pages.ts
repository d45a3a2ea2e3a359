import { type DiagnosticPage, text, type ToolLines, tool } from "./page.ts";

const wordsForHosts = "read_the_text_of_a_note_that_somebody_wrote_at_some_time";
const hostManual = "Returns the text of a note, and says how it came about. ".repeat(40);

const hostThread = 'types:\n  note: { text: string, replies?: "note[]" }\n';

/** `{ a: { a: … } }` */
function nestedExample(depth: number): ToolLines {
  return { inputSchema: `${"{ a: ".repeat(depth)}string${" }".repeat(depth)}` };
}

function exampleTools(count: number): DiagnosticPage["wrong"] {
  const [{ text: yaml } = { text: "" }] = tool({});
  const [head = "", fields = ""] = yaml.split("  read:\n");
  const verbs = Array.from({ length: count }, (_, index) => `  read${index + 1}:\n${fields}`);
  return text(head + verbs.join(""));
}

/** Limits of hosts, by code. The hosts and the sources are in the host rules. */
export const hostPages: Readonly<Record<string, DiagnosticPage>> = {
  "host/tool-name-characters": {
    means:
      "A model API refuses every request that has a tool with such a name in its list, even if no message calls the tool.",
    fix: "State a `wireName` of other characters, or none: every host accepts `domain_verb`.",
    wrong: tool({ wireName: "2.read" }),
    right: tool({ wireName: "read_2" }),
  },
  "host/tool-name-length": {
    means:
      "Hosts put a name for the server in front of a tool's name before they pass it to a model. A name that is too long with it is refused, left out or cut, and two names that are cut may become one. People can name the server differently from the product: leave some room.",
    fix: "Shorten the verb or the domain, or state a shorter `wireName`.",
    wrong: tool({ wireName: `${wordsForHosts}_${wordsForHosts}_again` }),
    right: tool({ wireName: "read_old_note" }),
  },
  "host/tool-count": {
    means:
      "A model API refuses a request with more tools than this, whatever they are. Tools of other servers count as well.",
    fix: "Split the product into servers that are used for different work. Tools that a principal has no permission for are not in their list.",
    wrong: exampleTools(129),
    right: exampleTools(1),
  },
  "host/description-length": {
    means:
      "Longer descriptions are truncated silently, or refused by some models. The length includes the sentence about repeated calls, which is added where a call changes something.",
    fix: "Move details of an argument to the description of that argument.",
    wrong: tool({ description: hostManual }),
    right: tool({ description: "Returns the text of a note." }),
  },
  "host/composition-at-the-top": {
    means:
      "Model APIs take an object as the input of a tool, and no choice between several. They refuse every request with such a tool in its list.",
    fix: "Put the choice into a property, or make properties optional and refuse what does not go together in the handler.",
    wrong: tool({
      inputSchema:
        "{ type: object, properties: { noteId: string, heading: string }, additionalProperties: false, anyOf: [{ required: [noteId] }, { required: [heading] }] }",
    }),
    right: tool({ inputSchema: "{ noteId?: string, heading?: string }" }),
  },
  "host/property-name": {
    means:
      "Model APIs take some characters only in the name of an argument, and refuse every request with such a tool in its list. Nested properties are not checked.",
    fix: "Rename the property; every host accepts letters, digits and `_`.",
    wrong: tool({ inputSchema: '{ "note[id]": string }' }),
    right: tool({ inputSchema: "{ noteId: string }" }),
  },
  "host/schema-reference": {
    means:
      "Named types are written out where they are used when a tool is sent. A recursive type cannot be written out and remains a `$ref`, which the Gemini API refuses and the Gemini CLI leaves out.",
    fix: "Write out a fixed number of levels, or pass ids instead of objects.",
    wrong: tool({ inputSchema: "{ note: note }" }, { header: hostThread }),
    right: tool({ inputSchema: "{ note: { text: string, replyTo: string } }" }),
  },
  "host/enum-of-text": {
    means: "The Gemini API takes an `enum` of texts only, with `type: string` beside it.",
    fix: "Write the values as texts, or bound a number by `minimum` and `maximum`.",
    wrong: tool({ inputSchema: "{ size: { type: integer, enum: [1, 2, 3] } }" }),
    right: tool({ inputSchema: "{ size: { type: integer, minimum: 1, maximum: 3 } }" }),
  },
  "host/type-missing": {
    means:
      "The Gemini API wants a `type` for each part of the input, and refuses a request in which one has none.",
    fix: "Say what the value is. If it can be anything, take a text that contains JSON.",
    wrong: tool({ inputSchema: "{ noteId: any }" }),
    right: tool({ inputSchema: "{ noteId: string }" }),
  },
  "host/type-union": {
    means: 'The Gemini API takes one `type`. A list of types, such as `[string, "null"]`, is refused.',
    fix: "Make the property optional instead of nullable, or write the choice as `anyOf`.",
    wrong: tool({ inputSchema: '{ noteId: { type: [string, "null"] } }' }),
    right: tool({ inputSchema: "{ noteId?: string }" }),
  },
  "host/array-items": {
    means: "These hosts refuse or leave out a tool that takes an array and does not say of what.",
    fix: "Say what the items are, as `string[]` or by `items`.",
    wrong: tool({ inputSchema: "{ noteIds: { type: array } }" }),
    right: tool({ inputSchema: '{ noteIds: "string[]" }' }),
  },
  "host/strict-mode": {
    means:
      "With `strict: true` the OpenAI API makes a model's arguments fit the schema. It then refuses schemas with optional properties, with open objects, and with some keywords. Without `strict` it takes them, and SDKs convert them.",
    fix: "Nothing needs to be done. For strict mode, make every property required, and close every object.",
    wrong: tool({ inputSchema: "{ noteId?: string }" }),
    right: tool({ inputSchema: "{ noteId: string }" }),
  },
  "host/strict-size": {
    means:
      "With `strict: true` the OpenAI API takes schemas of 10 levels, 5000 properties and 1000 values in `enum`.",
    fix: "Flatten the input, or split the tool.",
    wrong: tool(nestedExample(11)),
    right: tool(nestedExample(2)),
  },
};
