/** `begin` is in milliseconds, from `performance.now`. */
export function secondsSince(begin: number): number {
  return (performance.now() - begin) / 1000;
}
