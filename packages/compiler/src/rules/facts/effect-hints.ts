/** For an effect of which the worst is assumed, where the worst is not allowed. */
export const sayItsKind =
  "say what kind of effect it is, such as `updates: …`; unclassified is assumed the worst";
