/** Finds out which of two limits admits every call that the other admits; without a limit, all are admitted. */
export const limitId =
  <Limit>(name: string, admitsAll: (strict: Limit, loose: Limit) => boolean) =>
  (was: Limit | undefined, is: Limit | undefined): string => {
    if (!is || (was && admitsAll(was, is))) return `${name}-loosened`;
    return !was || admitsAll(is, was) ? `${name}-tightened` : `${name}-changed`;
  };
