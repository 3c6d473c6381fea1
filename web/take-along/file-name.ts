/** File systems limit a name to 255 bytes; the name has other parts too. A letter of Sinhala or Tamil has three bytes. */
const mostBytes = 220

/** The name of a file with what it shows and its day: `ratebook-12-month-rates-2026-11-25`. */
export function fileNameOf(title: string, at: string): string {
  return `ratebook-${slugOf(title)}-${at.slice(0, 10)}`
}

/** The letters, marks and digits of every script; a Sinhala or Tamil word is not whole without its marks. */
function slugOf(text: string): string {
  // A joiner only changes the form of letters.
  const joined = text.toLowerCase().replaceAll(/\p{Join_Control}/gu, '')
  const letters = Array.from(joined.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-'))
  while (new TextEncoder().encode(letters.join('')).length > mostBytes) letters.pop()
  return letters.join('').replaceAll(/^-+|-+$/g, '')
}
