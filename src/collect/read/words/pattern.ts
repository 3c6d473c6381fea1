import { lazily, quoted } from '../../../domain/text.ts'
import { refuse } from '../refusal.ts'
import { comparableText } from './folded-text.ts'
import { monthNames, weekdayNames } from './month-names.ts'

/** The texts that the parts of a pattern stand for, such as `{ D: '9', MMMM: 'June' }`. */
export type PatternParts = Readonly<Record<string, string>>

/** A pattern of the source definition: words, `*` for any text, and parts in braces. */
export type Pattern = {
  readonly source: string
  /** Whether it has the parts of a date. */
  readonly hasDate: boolean
  /** Each way in which the whole text has the pattern; none if it has another pattern. */
  readonly match: (text: string) => readonly PatternParts[]
  /** Each way in which a piece of the text has the pattern. */
  readonly find: (text: string) => readonly PatternParts[]
}

const figure = String.raw`%?(?:\d[\d., ]*\d|\d) ?%?`

const oneOf = (names: readonly string[]) =>
  String.raw`(?:${names.map((name) => RegExp.escape(name)).join('|')})\.?(?!\p{L})`

/** The regular expression of each part of a pattern, made when it is first needed. */
const parts: Readonly<Record<string, () => string>> = {
  n: () => String.raw`(?<![\d.,])\d{1,5}(?!\d|[.,]\d)`,
  D: () => String.raw`\d{1,2}`,
  DD: () => String.raw`\d{2}`,
  M: () => String.raw`\d{1,2}`,
  MM: () => String.raw`\d{2}`,
  MMM: () => oneOf(monthNames()),
  MMMM: () => oneOf(monthNames()),
  YYYY: () => String.raw`\d{4}`,
  YY: () => String.raw`\d{2}`,
  dddd: () => oneOf(weekdayNames()),
  rate: () => figure,
  aer: () => figure,
}

/** The usual patterns of a date, for `{date}`. Where day and month could be exchanged, both orders are tried. */
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

/** No longer text has a pattern as a whole: a label or a cell is short. It bounds the work of a match. */
const textLimit = 2000

/** Compiles a pattern. A pattern with an unknown part ends the read. */
export function compilePattern(source: string): Pattern {
  const comparable = comparableText(source)
  const sources = comparable.includes('{date}')
    ? usualDates.map((date) => comparable.replace('{date}', date))
    : [comparable]
  const names: readonly string[] = comparable.match(/\{[A-Za-z]+\}/g) ?? []
  const twice = names.find((name, index) => name !== '{th}' && names.indexOf(name) !== index)
  if (twice !== undefined) refuse(`The form ${quoted(source)} of the source has ${twice} twice.`)
  const globs = sources.map((one) => one.split('*').map(segmentPattern))
  const whole = lazily(() => globs.map(expressionsOf))
  const within = lazily(() => globs.map((glob) => expressionsOf(['', ...glob, ''])))
  return {
    source,
    hasDate: /\{(?:D+|M+|Y+|date)\}/.test(comparable),
    match: (text) => (text.length > textLimit ? [] : matchesOf(whole(), text)),
    find: (text) => matchesOf(within(), text),
  }
}

/** The regular expression of a piece of a pattern between two `*`. */
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
  // A space can stand between the suffix and a comma where the markup raises the suffix.
  if (name === 'th') return '(?: ?(?:st|nd|rd|th|er|º|°)(?: (?=,))?)?'
  const pattern = Object.hasOwn(parts, name) ? parts[name] : undefined
  if (pattern === undefined) refuse(`A form of the source has an unknown part {${name}}.`)
  return `(?<${name}>${pattern()})`
}

function wholeNumberEnd(pieces: readonly string[]): string {
  const last = pieces.findLast((piece) => piece !== '') ?? ''
  return /^\(\?<[DMY]+>\\d/.test(last) ? String.raw`(?!\d)` : ''
}

/** The expressions of the pieces of a pattern. The first and the last stand at the ends of a text. */
function expressionsOf(glob: readonly string[]): readonly RegExp[] {
  return glob.map((pattern, index) => {
    const [isFirst, isLast] = [index === 0, index === glob.length - 1]
    const anchored = `${isFirst ? '^' : ''}(?:${pattern})${isLast ? '$' : ''}`
    return new RegExp(anchored, isFirst ? 'iu' : 'giu')
  })
}

function matchesOf(globs: readonly (readonly RegExp[])[], text: string): readonly PatternParts[] {
  const comparable = comparableText(text)
  return globs.flatMap((glob) => matchGlob(glob, comparable))
}

/** Matches pieces one after another, each as early as possible, so that the time stays linear in the text. */
function matchGlob(glob: readonly RegExp[], text: string): readonly PatternParts[] {
  const found: Record<string, string> = {}
  let from = 0
  for (const expression of glob) {
    expression.lastIndex = from
    const match = expression.exec(text)
    if (match === null) return []
    Object.assign(found, match.groups)
    from = match.index + match[0].length
  }
  return [found]
}

/** A line of the source: a pattern, and what the source says about texts that have it. */
export type PatternLine<T> = { readonly pattern: Pattern; readonly role: T }

/** The lines of a member of the source whose keys are patterns. A pattern with an unknown part ends the read. */
export function patternLines<T>(
  roles: Readonly<Record<string, T>> | undefined = {},
): readonly PatternLine<T>[] {
  return Object.entries(roles).map(([key, role]) => ({ pattern: compilePattern(key), role }))
}

/** The lines whose patterns a text has, of the most exact kind: an exact text before a pattern, a pattern before `*` alone. */
export function matchingLines<T>(
  text: string,
  lines: readonly PatternLine<T>[],
): readonly PatternLine<T>[] {
  const matching = lines.filter(({ pattern }) => pattern.match(text).length > 0)
  const best = Math.min(...matching.map(({ pattern }) => rankOf(pattern)))
  return matching.filter(({ pattern }) => rankOf(pattern) === best)
}

/** The line whose pattern a text has. Several such lines end the read, because the order of keys has no meaning. */
export function matchingLine<T>(
  text: string,
  lines: readonly PatternLine<T>[],
): PatternLine<T> | undefined {
  const [line, ...others] = matchingLines(text, lines)
  if (line === undefined || others.length === 0) return line
  return refuseForms(text, [line, ...others])
}

/** Ends the read because several lines of the source name a text. */
export function refuseForms(text: string, lines: readonly PatternLine<unknown>[]): never {
  const forms = lines.map(({ pattern }) => pattern.source).toSorted()
  const [first, second] = forms.slice(0, 2).map((one) => quoted(one))
  return refuse(
    `The text ${quoted(text)} has the forms of two lines of the source: ${first} and ${second}.`,
  )
}

function rankOf({ source }: Pattern): number {
  if (source === '*') return 2
  return /[*{]/.test(source) ? 1 : 0
}
