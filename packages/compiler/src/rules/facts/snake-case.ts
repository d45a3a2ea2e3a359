/** `accessToken`, `access-token` and `AccessToken` are `access_token`. */
export function snakeCase(name: string): string {
  if (/^[a-z0-9_]*$/.test(name)) return name;
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replaceAll("-", "_")
    .toLowerCase();
}
