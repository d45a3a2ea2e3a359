/** The id of a field that comes, goes or changes. */
export const presenceId =
  (added: string, removed: string, changed: string) =>
  (was: unknown, is: unknown): string =>
    is === undefined ? removed : was === undefined ? added : changed;
