/**
 * How templates are compiled, ours and those of a project. Every string of a view is inert already, so nothing is
 * escaped twice; `strict` makes a misspelt name an error. There are no helpers but the built-in ones, so that no name has
 * to be looked up as one.
 */
export const templateOptions = {
  noEscape: true,
  strict: true,
  preventIndent: true,
  knownHelpersOnly: true,
} as const;
