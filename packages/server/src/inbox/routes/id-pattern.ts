/** The id of an approval. */
export const idPattern: RegExp = /^[\da-f]{48}$/;
