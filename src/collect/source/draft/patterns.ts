import { foldedText } from '../../read/words/folded-text.ts'

const numeric = /(?<!\d)(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/u
const named = /(?<!\d)(\d{1,2})(\.?(?: de| of)? )(\p{L}{3,}\.?)((?: de|,)? )(\d{4})(?!\d)/u
const monthFirst = /(?<!\p{L})\p{L}{3,} \d{1,2}(st|nd|rd|th)?(,? )\d{4}(?!\d)/u
const iso = /(?<!\d)(\d{4})([-/.])(\d{2})\2(\d{2})(?!\d)/u

/** A text with the first date in it as a pattern; `undefined` if it has none. */
function datePattern(text: string): string | undefined {
  const plain = foldedText(text).replaceAll(/[*{}]/g, ' ')
  if (iso.test(plain)) return plain.replace(iso, '{YYYY}$2{MM}$2{DD}')
  if (numeric.test(plain))
    return plain.replace(numeric, (_, first: string, dot: string, second: string, year: string) => {
      const isMonthFirst = second.length === 2 && second > '12'
      const [day, month] = isMonthFirst ? [second, first] : [first, second]
      const D = day.length === 2 ? '{DD}' : '{D}'
      const M = month.length === 2 ? '{MM}' : '{M}'
      const Y = year.length === 4 ? '{YYYY}' : '{YY}'
      return isMonthFirst ? `${M}${dot}${D}${dot}${Y}` : `${D}${dot}${M}${dot}${Y}`
    })
  if (monthFirst.test(plain))
    return plain.replace(
      monthFirst,
      (_, th: string | undefined, comma: string) =>
        `{MMMM} {D}${th === undefined ? '' : '{th}'}${comma}{YYYY}`,
    )
  if (named.test(plain)) return plain.replace(named, '{D}$2{MMMM}$4{YYYY}')
  return undefined
}

/** The key of a column: its name, with a date as a pattern. */
export function patternOf(name: string): string {
  return datePattern(name) ?? name
}

/** A heading without what changes from one edition of the page to the next: dates, and what follows them. */
export function headingPattern(heading: string): string {
  const pattern = datePattern(heading)
  const cut = pattern?.indexOf('{') ?? heading.search(/(?<!\d)(?:\d{1,2}\/)?20\d\d(?!\d)/)
  return cut >= 8 ? `${heading.slice(0, cut).trimEnd()}*` : heading
}
