/** Text of a server for a message: quoted, in printable ASCII, and not too long. */
export function quoted(text: string): string {
  const printable = text.slice(0, 100).replaceAll(/[^\x20-\x7e]/g, '?')
  return JSON.stringify(text.length > 100 ? `${printable}…` : printable)
}
