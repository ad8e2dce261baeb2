const device = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])(?:[ .]|$)/i;

/**
 * The rule that a segment breaks on Windows, or `undefined`. That system would fold these names into others: it drops
 * trailing dots and spaces, takes a colon for a stream of the file before it, and opens devices whatever the directory.
 */
export function windowsNameFault(segment: string): string | undefined {
  if (segment.includes(":")) return "must not contain a colon";
  if (/[<>"|?*\x01-\x1f]/.test(segment)) return 'must not contain < > " | ? * or a control character';
  if (/[. ]$/.test(segment)) return "must not have a segment that ends in a dot or a space";
  if (device.test(segment)) return "must not use the name of a device, such as NUL or COM1";
  return undefined;
}
