/**
 * Characters that nobody sees, that control a terminal, or that reorder others; and halves of a pair without the other one. Not a
 * joiner after a virama, the sign that removes a vowel: it selects a letter form that readers see, as in the Sinhala word for "Sri".
 * Unicode recommends this exception for identifiers (UAX #31, section 2.3).
 */
export const unseen =
  /(?!(?<=[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA])[\u200C\u200D])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u

/**
 * A spreadsheet runs a cell whose first visible character is one of these as a formula: it may drop the spaces before it, and in some
 * languages it takes full-width and small characters, too.
 */
const formula = new RegExp(
  `^(?:[\\s\u2800]|(?!\\s)${unseen.source})*[=+\\-@\uFF1D\uFF0B\uFF0D\uFF20\uFE66\uFE62\uFE63\uFE6B]`,
  'u',
)

/** Whether a spreadsheet would run a text. */
export function isFormula(text: string): boolean {
  return formula.test(text)
}

/** A text for a cell of CSV, with an apostrophe in front if it looks like a formula, or like such a text with apostrophes. */
export function escapeFormula(text: string): string {
  return isFormula(text.replace(/^'+/, '')) ? `'${text}` : text
}

/** The text that `escapeFormula` made a cell from. */
export function unescapeFormula(cell: string): string {
  return cell.startsWith("'") && isFormula(cell.replace(/^'+/, '')) ? cell.slice(1) : cell
}

const allUnseen = new RegExp(unseen, 'gu')

/**
 * A text of somebody else for a terminal, a log or a message. Each character that nobody sees stands as an escape of JSON, such as
 * `\u202E`: so JSON stays JSON with the same values.
 */
export function visible(text: string): string {
  return text.replace(allUnseen, (character) => character.split('').map(escaped).join(''))
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
}

/** The beginning of a text, and how many characters are left out. */
export function shortened(text: string, limit: number): string {
  return text.length <= limit ? text : `${beginning(text, limit)}… ${leftOut(text, limit)}`
}

/** A text of somebody else in a sentence: in quotes, on one line, visible, and not too long. */
export function quoted(text: string, limit = 80): string {
  if (text.length <= limit) return visible(JSON.stringify(text))
  return `${visible(JSON.stringify(`${beginning(text, limit)}…`))} ${leftOut(text, limit)}`
}

/** A pair of surrogates is not cut into halves. */
function beginning(text: string, limit: number): string {
  return text.slice(0, limit).replace(/[\uD800-\uDBFF]$/, '')
}

function leftOut(text: string, limit: number): string {
  return `(${(text.length - beginning(text, limit).length).toLocaleString('en')} more characters)`
}

/** The longest line of a message, in characters. */
const longestLine = 4_000

/** A message of several lines for a terminal or a log: visible, and without the end of lines that are too long. */
export function visibleLines(text: string): string {
  return text
    .split('\n')
    .map((line) => shortened(visible(line), longestLine))
    .join('\n')
}

const mostProblems = 100

/** The first hundred of many problems, and one that counts the rest. */
export function firstProblems<Problem>(
  problems: readonly Problem[],
  rest: (sentence: string) => Problem,
): readonly Problem[] {
  const count = problems.length - mostProblems
  if (count <= 1) return problems
  return [...problems.slice(0, mostProblems), rest(`There are ${count} more problems.`)]
}

/** A number with its noun. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A text with the characters escaped that mean something in HTML: in content and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => references[character] ?? '')
}

/** How many items a test accepts at the start of a list, by binary search: it must accept none after the first that it refuses. */
export function countWhile<T>(items: readonly T[], accepts: (item: T) => boolean): number {
  let [low, high] = [0, items.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (accepts(items[middle] as T)) low = middle + 1
    else high = middle
  }
  return low
}

/** A value that is made when it is first needed, and then kept. */
export function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}
