// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const propertyName = /^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]{1,128}$/u;

/** `__proto__` is not allowed, because validators and languages do not treat it as a property. */
export function isPropertyName(name: string): boolean {
  return propertyName.test(name) && name !== "__proto__";
}
