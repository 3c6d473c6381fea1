/** How a language writes numbers. */
export type Marks = {
  readonly decimal: string
  readonly group: string
  /** Whether digits before the last three stand in groups of two, as in `10,00,000`. */
  readonly hasGroupsOfTwo: boolean
}

/**
 * The ways in which some locales write numbers and amounts of a currency, each once. Arabic has other marks with its own digits,
 * and Austria writes `50 000` and `€ 50.000`.
 */
export function marksOf(locales: readonly string[], currency: string): readonly Marks[] {
  const money = { style: 'currency', currency: currency === '' ? 'XXX' : currency } as const
  const written = locales.flatMap((locale) =>
    [new Intl.Locale(locale).baseName, locale].flatMap((one) =>
      [{}, { ...money, maximumFractionDigits: 1 }].map((style) => readMarks(one, style)),
    ),
  )
  const distinct = new Map(written.map((marks) => [JSON.stringify(marks), marks]))
  return [...distinct.values()]
}

function readMarks(locale: string, style: Intl.NumberFormatOptions): Marks {
  const parts = new Intl.NumberFormat(locale, style).formatToParts(1_234_567.5)
  const valuesOf = (type: string) =>
    parts.filter((part) => part.type === type).map(({ value }) => value)
  return {
    decimal: valuesOf('decimal')[0] ?? '.',
    group: typedMark(valuesOf('group')[0] ?? ','),
    hasGroupsOfTwo: valuesOf('integer')[1]?.length === 2,
  }
}

/** A mark as people type it: a plain space for any space, a straight apostrophe, a hyphen for any dash. */
export function typedMark(text: string): string {
  return text
    .replaceAll(/\s/g, ' ')
    .replaceAll('’', "'")
    .replaceAll(/[‐‑–—−]/g, '-')
}

/** The digits of a number before and after its decimal mark. */
export type ReadDigits = { readonly whole: string; readonly fraction: string }

/** A number as a language writes it, with or without groups; `undefined` if the language does not write it so. */
export function readDigits(text: string, marks: Marks): ReadDigits | undefined {
  const { decimal, group, hasGroupsOfTwo } = marks
  const [written = '', fraction, ...rest] = text.replaceAll(/\p{Nd}/gu, digitOf).split(decimal)
  if (rest.length > 0 || (fraction !== undefined && !/^\d+$/.test(fraction))) return undefined
  if (written === '' && fraction !== undefined) return { whole: '0', fraction }
  // A space separates groups in every language.
  const groups = [group, ' '].map((mark) => written.split(mark)).find(areGroups(hasGroupsOfTwo))
  return groups && { whole: groups.join(''), fraction: fraction ?? '' }
}

function areGroups(mayBeOfTwo: boolean) {
  return (groups: readonly string[]): boolean => {
    if (!groups.every((group) => /^\d+$/.test(group))) return false
    const lengths = groups.map(({ length }) => length).join(' ')
    const isOneOf = /^(?:\d+|[123](?: 3)+)$/.test(lengths)
    return isOneOf || (mayBeOfTwo && /^[12](?: 2)* 3$/.test(lengths))
  }
}

/** A digit of any script as 0 to 9. The ten digits of a script follow each other in Unicode. */
function digitOf(char: string): string {
  const isDigit = (code: number): boolean => /\p{Nd}/u.test(String.fromCodePoint(code))
  const code = char.codePointAt(0) ?? 0
  let zero = code
  while (isDigit(zero - 1)) zero--
  return String(code - zero)
}
