/** Names that Windows keeps for devices, whatever follows after a dot. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/;

/** Whether some system takes a file of this name, in lower case, for a device. */
export function isDeviceName(name: string): boolean {
  return device.test(name);
}

/** The file name itself or, where that is a device on some system, with its first letter as `~` and its code. */
export function portableName(name: string): string {
  return isDeviceName(name) ? tildeHex(name.charAt(0)) + name.slice(1) : name;
}

export function tildeHex(character: string): string {
  return `~${(character.codePointAt(0) ?? 0).toString(16)}`;
}
