/**
 * The same text, of one-byte characters alone, in one piece and memory of its own: V8 keeps a part of another text with all of
 * that, and one that was put together as its parts.
 */
export function ownText(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1')
}
