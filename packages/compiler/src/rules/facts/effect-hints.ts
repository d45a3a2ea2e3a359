/** The hint for an unclassified effect at a level that does not allow the worst case. */
export const sayItsKind =
  "say what kind of effect it is, such as `updates: …`; unclassified is assumed the worst";
