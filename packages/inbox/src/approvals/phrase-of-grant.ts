/** What to type to approve a waiting call and later ones: another text than for the call alone, with the number of later ones. */
export function phraseOfGrant(phrase: string, count: number): string {
  return `${phrase} and ${count} more`;
}
