/** The id of an approval. */
export const idPattern: RegExp = /^[\da-f]{48}$/;
/** The pages to which signing in leads, as they stand behind the address of the inbox: nobody is sent elsewhere. */
export const pagePattern: RegExp = /^(?:[\da-f]{48}|\?show=[a-z]+|together\?ids=[\da-f,]+)$/;
