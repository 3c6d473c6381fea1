import { refuse } from '../refusal.ts'

/**
 * Ends the read of a page that was cut off: parsers close open elements, so half a table or half a figure would look whole.
 * A document needs the end tag of `html` or `body`, a fragment that of its last table.
 */
export function refuseTruncated(html: string): void {
  const isDocument = /<(?:html|body)[\s>]/i.test(html)
  const end = isDocument ? /<\/(?:html|body)\s*>/gi : /<\/table\s*>/gi
  const start = isDocument ? /<(?:html|body)[\s>]/gi : /<table[\s>]/gi
  if (lastIndexOf(html, start) <= lastIndexOf(html, end)) return
  refuse(
    `The page ends early: ${isDocument ? 'the end tag </html>' : 'the end tag </table>'} is missing.`,
    `#char=${html.length}`,
  )
}

/** The index of the last match; -1 if there is none. */
function lastIndexOf(text: string, pattern: RegExp): number {
  let last = -1
  for (const { index } of text.matchAll(pattern)) last = index
  return last
}
