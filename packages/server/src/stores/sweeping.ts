/** Values are kept this long beyond their expiry, in milliseconds, because clocks are also put back. */
export const sweepGraceMs: number = 24 * 60 * 60_000;

/** Why a value is not inserted that could have been removed already: what was done once could be done again. */
export const clockWentBack: string =
  "the clock was put back: values that count by now were removed when it was ahead; set it right";
