/** Names that Windows reserves for devices, with or without an ending. */
const deviceNames = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/;

/** Whether Windows takes a file of this name, in lower case, for a device. */
export function isDeviceName(name: string): boolean {
  return deviceNames.test(name);
}

/** The file name; a device name on Windows begins with `~` and its first character's code. */
export function portableName(name: string): string {
  return isDeviceName(name) ? tildeHex(name.charAt(0)) + name.slice(1) : name;
}

export function tildeHex(character: string): string {
  return `~${(character.codePointAt(0) ?? 0).toString(16)}`;
}
