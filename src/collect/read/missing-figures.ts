import { canonicalDecimal, type Decimal } from '../../domain/decimal.ts'
import { pageContent } from './read-pages.ts'
import type { PageBytes } from './reading.ts'
import type { SourcePage } from './source/page-schema.ts'
import type { ReadFailure } from './table.ts'
import { figuresIn, scaleFigure } from './words/figure.ts'
import { tenuresIn } from './words/tenure.ts'

/** Figures to look for on a page. */
export type SoughtFigures = {
  /** The page in the source definition, which may name hidden parts and JSON inside the page. */
  readonly definition: SourcePage
  /** The factors of the source definition, such as `100` for fractions. */
  readonly factors: readonly Decimal[]
  readonly figures: readonly Decimal[]
}

/**
 * The figures that no text of a page has as a whole number, under either decimal mark. The texts are those that the markup shows, and
 * those that the source definition reads. A text that is struck out or covered proves nothing, nor does the `12` of `12 months`.
 */
export async function missingFigures(
  page: PageBytes,
  { definition, factors, figures }: SoughtFigures,
): Promise<{ readonly missing: readonly Decimal[] } | ReadFailure> {
  const { encoding } = definition
  const plain = { name: page.name, url: '', format: page.format, ...(encoding && { encoding }) }
  const shown = await pageContent(page, plain)
  const read = await pageContent(page, definition)
  if ('failure' in shown && 'failure' in read) return shown
  const cells = [shown, read].flatMap((content) =>
    'failure' in content
      ? []
      : [...content.texts, ...content.tables.flatMap(({ rows }) => rows.flat())],
  )
  const texts = new Set(cells.flatMap((cell) => ('problem' in cell ? [] : cell.text)))
  const sought = new Set(figures.map(canonicalDecimal))
  const printed = [...texts].flatMap((text) => {
    const found = [...figuresIn(text, '.'), ...figuresIn(text, ',')]
    const isSought = found.some((one) => isWhole(one) && sought.has(canonicalDecimal(one)))
    if (!isSought || tenuresIn(text).stated.length === 0) return found
    return found.filter((one) => !isWhole(one) || new RegExp(`(?<!\\d)${one} ?%`).test(text))
  })
  const scaled = factors.flatMap((factor) => printed.map((figure) => scaleFigure(figure, factor)))
  const known = new Set([...printed, ...scaled].map(canonicalDecimal))
  return { missing: figures.filter((figure) => !known.has(canonicalDecimal(figure))) }
}

function isWhole(figure: Decimal): boolean {
  return !figure.includes('.')
}
