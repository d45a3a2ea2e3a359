/** Milliseconds that values are kept beyond their expiry, because clocks may be put back. */
export const sweepGraceMs: number = 24 * 60 * 60_000;

/** Thrown if an earlier value of the key may have been swept: inserting could repeat an action. */
export const clockWentBack: string =
  "the clock was put back: values that count by now were removed when it was ahead; set it right";
