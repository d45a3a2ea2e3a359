/** Milliseconds: the longest delay of a timer. A longer one ends after one millisecond. */
export const longestTimer: number = 2 ** 31 - 1;
