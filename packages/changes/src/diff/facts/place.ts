/** `permissions["notes:read"]`, `inputSchema.properties.amount`: the place of a named part. */
export function place(base: string, ...names: readonly string[]): string {
  return names.reduce((path, name) => {
    if (!/^[A-Za-z_$][\w$-]*$/.test(name) && !/^\d+$/.test(name)) return `${path}[${JSON.stringify(name)}]`;
    return path === "" ? name : `${path}.${name}`;
  }, base);
}
