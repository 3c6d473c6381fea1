import { refuse } from '../refusal.ts'
import { comparableText } from './folded-text.ts'
import { monthNames, weekdays } from './months.ts'

/** The texts that the parts of a form stand for, such as `{ D: '9', MMMM: 'June' }`. */
export type FormParts = Readonly<Record<string, string>>

/** A form of the source definition: words, `*` for any text, and parts in braces. */
export type Form = {
  readonly source: string
  /** Whether it has the parts of a date. */
  readonly hasDate: boolean
  /** Each way in which the whole text has the form; none if it has another form. */
  readonly match: (text: string) => readonly FormParts[]
  /** Each way in which a piece of the text has the form. */
  readonly find: (text: string) => readonly FormParts[]
}

const figure = String.raw`(?:\d[\d. ]*\d|\d) ?%?`

/** The regular expression of each part of a form. */
const parts: Readonly<Record<string, string>> = {
  D: String.raw`\d{1,2}`,
  DD: String.raw`\d{2}`,
  M: String.raw`\d{1,2}`,
  MM: String.raw`\d{2}`,
  MMM: monthNames.join('|'),
  MMMM: monthNames.join('|'),
  YYYY: String.raw`\d{4}`,
  YY: String.raw`\d{2}`,
  dddd: weekdays.join('|'),
  rate: figure,
  aer: figure,
}

/** The usual forms of a date, for `{date}`. Where day and month could be exchanged, both orders are tried. */
const usualDates: readonly string[] = [
  '{YYYY}-{MM}-{DD}',
  '{YYYY}/{MM}/{DD}',
  '{YYYY}.{MM}.{DD}',
  '{YYYY} {MMMM} {D}',
  '{YYYY} {MMMM} {D}{th}',
  '{D}{th} {MMMM} {YYYY}',
  '{D}{th} {MMMM}, {YYYY}',
  '{D}{th} of {MMMM} {YYYY}',
  '{D}-{MMMM}-{YYYY}',
  '{D} - {MMMM} - {YYYY}',
  '{D}/{MMMM}/{YYYY}',
  '{D}.{MMMM}.{YYYY}',
  '{MMMM} {D}{th}, {YYYY}',
  '{MMMM} {D}{th} {YYYY}',
  ...['/', '.', '-'].flatMap((dot) => [`{D}${dot}{M}${dot}{YYYY}`, `{M}${dot}{D}${dot}{YYYY}`]),
]

/** No longer text has a form as a whole: a label or a cell is short. It bounds the work of a match. */
const textLimit = 2000

/** Compiles a form. A form with an unknown part ends the read. */
export function compileForm(source: string): Form {
  const comparable = comparableText(source)
  const sources = comparable.includes('{date}')
    ? usualDates.map((date) => comparable.replace('{date}', date))
    : [comparable]
  const globs = sources.map((one) => one.split('*').map(segmentPattern))
  return {
    source,
    hasDate: /\{(?:D+|M+|Y+|date)\}/.test(comparable),
    match: (text) =>
      text.length > textLimit ? [] : globs.flatMap((glob) => matchGlob(glob, comparableText(text))),
    find: (text) => globs.flatMap((glob) => matchGlob(['', ...glob, ''], comparableText(text))),
  }
}

/** The regular expression of a piece of a form between two `*`. */
function segmentPattern(segment: string): string {
  const pieces = segment.split(/(\{[A-Za-z]+\})/).map(piecePattern)
  // A number of a date is a whole number of the text, unless another part follows it at once.
  return (
    pieces.join('').replace(/(?<!\))\(\?<[DMY]+>/g, String.raw`(?<!\d)$&`) + wholeNumberEnd(pieces)
  )
}

function piecePattern(piece: string): string {
  const [, name] = /^\{([A-Za-z]+)\}$/.exec(piece) ?? []
  if (name === undefined) return RegExp.escape(piece)
  if (name === 'th') return '(?: ?(?:st|nd|rd|th))?'
  const pattern = Object.hasOwn(parts, name) ? parts[name] : undefined
  if (pattern === undefined) refuse(`A form of the source has an unknown part {${name}}.`)
  return `(?<${name}>${pattern})`
}

function wholeNumberEnd(pieces: readonly string[]): string {
  const last = pieces.findLast((piece) => piece !== '') ?? ''
  return /^\(\?<[DMY]+>\\d/.test(last) ? String.raw`(?!\d)` : ''
}

/** Matches pieces one after another, each as early as possible, so that the time stays linear in the text. */
function matchGlob(glob: readonly string[], text: string): readonly FormParts[] {
  const found: Record<string, string> = {}
  let from = 0
  for (const [index, pattern] of glob.entries()) {
    const [isFirst, isLast] = [index === 0, index === glob.length - 1]
    const anchored = `${isFirst ? '^' : ''}(?:${pattern})${isLast ? '$' : ''}`
    const expression = new RegExp(anchored, isFirst ? 'iu' : 'giu')
    expression.lastIndex = from
    const match = expression.exec(text)
    if (match === null) return []
    Object.assign(found, match.groups)
    from = match.index + match[0].length
  }
  return [found]
}
