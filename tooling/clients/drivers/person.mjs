/** A person who approves what they are shown, and types the phrase if there is one. Takes the params of an elicitation. */
export function approve({ requestedSchema: { properties } }) {
  const phrase = properties.phrase?.description.replace(/^Type: /, "");
  return { action: "accept", content: phrase === undefined ? { confirm: true } : { phrase } };
}
