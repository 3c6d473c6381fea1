import { lazily } from '../../../domain/text.ts'

/** Characters that take no space: soft hyphen, zero-width space, word joiner, byte-order mark. */
const invisible = /[\u00AD\u200B\u2060\uFEFF]/g

/** A longer text is no figure, tenure or amount. The limit bounds the work of their grammars. */
export const cellLength = 200

/** A text as a reader sees it: white space folded to single spaces, invisible characters dropped, trimmed. */
export function foldedText(text: string): string {
  return text.replace(invisible, '').replace(/\s+/g, ' ').trim()
}

/**
 * A text for comparing words: folded, with ASCII digits, plain quotes, hyphens and full-width forms, without the joiners of Indic
 * letter forms.
 */
export function comparableText(text: string): string {
  return foldedText(asciiDigits(text))
    .normalize('NFC')
    .replace(/(?:\u200C|\u200D|\u200E|\u200F|\u061C)/g, '')
    .replace(/[‐‑‒–—―−]/g, '-')
    .replace(/[‘’ʼ]/g, "'")
    .replace(/[“”]/g, '"')
    .replaceAll('٪', '%')
    .replaceAll('〜', '~')
}

/** A comparable text in small letters. Turkish has two letters for i; pages in capitals mix them. */
export function comparableWord(text: string): string {
  return comparableText(text).toLowerCase().replaceAll('i\u0307', 'i').replaceAll('ı', 'i')
}

const beyondAscii = /[^\0-\u007F]/

/** Digits of every script as ASCII, and the full-width forms of ASCII characters as these. */
function asciiDigits(text: string): string {
  if (!beyondAscii.test(text)) return text
  return text
    .replace(/[\uFF01-\uFF5E]/g, (form) => String.fromCodePoint(form.charCodeAt(0) - 0xfee0))
    .replace(/(?![0-9])\p{Nd}/gu, (digit) => digits().get(digit) ?? digit)
}

/** The digits of all numbering systems that have ten of them. */
const digits = lazily(
  (): ReadonlyMap<string, string> =>
    new Map(
      Intl.supportedValuesOf('numberingSystem').flatMap((system) => {
        const format = new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false })
        return Array.from('0123456789', (digit): [string, string] => [
          format.format(BigInt(digit)),
          digit,
        ])
      }),
    ),
)
