/** The id of an approval. */
export const idPattern: RegExp = /^[\da-f]{48}$/;
/** The pages to which signing in leads, by path within the inbox: never elsewhere. */
export const pagePattern: RegExp =
  /^(?:[\da-f]{48}|\?show=[a-z]+|together\?ids=[\da-f,]+|mandates(?:\/[\da-f]{48}(?:\?with=[\da-f]{48})?|\/new\?(?:approval|mandate|tool)=[\w.-]+)?)$/;
