/** Characters that take no space: soft hyphen, zero-width space, word joiner, byte-order mark. */
const invisible = /[\u00AD\u200B\u2060\uFEFF]/g

/** A longer text is no figure, tenure or amount. The limit bounds the work of their grammars. */
export const cellLength = 200

/** A text as a reader sees it: white space folded to single spaces, invisible characters dropped, trimmed. */
export function foldedText(text: string): string {
  return text.replace(invisible, '').replace(/\s+/g, ' ').trim()
}

/** A text for comparing words: folded, with plain quotes and hyphens, without the joiners of Indic letter forms. */
export function comparableText(text: string): string {
  return foldedText(text)
    .normalize('NFC')
    .replace(/[\u200C\u200D]/g, '')
    .replace(/[‐‑‒–—―−]/g, '-')
    .replace(/[‘’ʼ]/g, "'")
    .replace(/[“”]/g, '"')
}
