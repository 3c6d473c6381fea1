import {
  monthsOfBound,
  monthsOfDays,
  parseDecimal,
  sameDecimal,
  type Decimal,
} from '../../domain/decimal.ts'
import { depositOf, tierText, type Offer } from '../../domain/offer.ts'
import type { Cell, OfferCells, ReadCell } from '../../domain/origin.ts'
import { tenureWords } from '../../domain/tenure.ts'
import { counted, quoted } from '../../domain/text.ts'
import { readPdf } from './pdf/read-pdf.ts'
import type { PageBytes, Reading } from './reading.ts'
import type { PageContent, ReadFailure } from './table.ts'
import { textsOfMarkup, type TextAt } from './text-at.ts'
import { amountsIn } from './words/amount.ts'
import { figuresOfCell } from './words/figure.ts'
import { comparableText } from './words/folded-text.ts'
import { monthsNamed } from './words/month-names.ts'
import { canMean, saysTenure, type PrintedTenure } from './words/tenure.ts'
import { readXlsx } from './xlsx/read-xlsx.ts'

/** Figures and the cells that they were read from. */
export type CitedFigures = Pick<Reading, 'offers' | 'cells'> & {
  readonly printedDate?: Reading['printedDate'] | undefined
}

/**
 * Checks that every figure stands in the pages where its cells say, without a source definition. Returns a sentence for each
 * difference; none if all figures are proven.
 */
export async function checkCells(
  { offers, cells, printedDate }: CitedFigures,
  pages: readonly PageBytes[],
): Promise<readonly string[]> {
  if (offers.length !== cells.length)
    return [`There are ${counted(offers.length, 'offer')}, and the cells of ${cells.length}.`]
  const texts: TextAt[] = []
  for (const page of pages) {
    const text = await textsOf(page)
    if ('failure' in text) return [`The page ${page.name} cannot be read: ${text.failure}`]
    texts.push(text)
  }
  const problems = offers.flatMap((offer, index) => {
    const own = cells[index]
    const textAt = texts[own?.capture ?? 0]
    if (own === undefined || textAt === undefined) return [`${tierText(offer)}: it has no page.`]
    return offerProblems(offer, own, textAt).map((problem) => `${tierText(offer)}: ${problem}`)
  })
  return [...problems, ...dateProblems(printedDate, texts)]
}

function offerProblems(offer: Offer, cells: OfferCells, textAt: TextAt): readonly string[] {
  const { rate, tenure, column, annualEffectiveRate, minimumDeposit } = cells
  const cited = [rate, tenure, column, annualEffectiveRate ?? [], minimumDeposit ?? []].flat()
  const misplaced = cited.flatMap((cell) => placeProblem(cell, textAt) ?? [])
  if (misplaced.length > 0) return misplaced
  return [
    ...figureProblems(offer, cells),
    ...tenureProblems(offer, tenure),
    ...(minimumDeposit === undefined ? [] : depositProblems(offer, minimumDeposit)),
  ]
}

function placeProblem({ address, text }: Cell, textAt: TextAt): string | undefined {
  const found = textAt(address)
  if (found === text) return undefined
  const there = found === undefined ? 'nothing' : quoted(found)
  return `the page has ${there} at ${address}, and the entry says ${quoted(text)}.`
}

/** Rate and AER are whole numbers of their cells. Two figures of one cell are two different numbers of it. */
function figureProblems(offer: Offer, cells: OfferCells): readonly string[] {
  const { rate, annualEffectiveRate: aer } = offer
  const { rate: rateCell, annualEffectiveRate: aerCell } = cells
  if ((aer === undefined) !== (aerCell === undefined))
    return [aer === undefined ? 'it has no AER for the AER cell.' : 'it has no cell for the AER.']
  const rates = figuresOfCell(rateCell, cells.factor)
  const problems = has(rates, rate) ? [] : [absent('rate', rate, rateCell, cells)]
  if (aer === undefined || aerCell === undefined) return problems
  const left =
    aerCell.address === rateCell.address
      ? without(rates, rate)
      : figuresOfCell(aerCell, cells.factor)
  if (has(left, aer)) return problems
  if (has(figuresOfCell(aerCell, cells.factor), aer))
    return [...problems, `${quoted(aerCell.text)} is the AER; the rate needs a number of its own.`]
  return [...problems, absent('AER', aer, aerCell, cells)]
}

function has(figures: readonly Decimal[], wanted: Decimal): boolean {
  return figures.some((figure) => sameDecimal(figure, wanted))
}

/** The figures without one that equals the given one. */
function without(figures: readonly Decimal[], used: Decimal): readonly Decimal[] {
  const index = figures.findIndex((figure) => sameDecimal(figure, used))
  return figures.filter((_, place) => place !== index)
}

function absent(what: string, figure: Decimal, { text }: Cell, { factor }: OfferCells): string {
  const scaled = factor === undefined ? '' : ` times ${factor}`
  return `the ${what} ${figure} is no whole number of ${quoted(text)}${scaled}.`
}

/**
 * A text without a meaning says the tenure itself. A meaning is the tenure in canonical words, and the text does not contradict it.
 */
function tenureProblems(offer: Offer, { text, means }: ReadCell): readonly string[] {
  const words = tenureWords(offer)
  const tenure = printedTenureOf(offer)
  if (!hasDaysOfMonths(tenure)) return [`its days are not those of ${words}.`]
  if (means !== undefined && means !== words)
    return [`the tenure of ${words} is not ${quoted(means)}, which the text means.`]
  const isPrinted = means === undefined ? saysTenure(text, tenure) : canMean(text, tenure)
  return isPrinted ? [] : [`the tenure of ${words} is not that of ${quoted(text)}.`]
}

function printedTenureOf(offer: Offer): PrintedTenure {
  const { tenure, tenureDays, tenureTo, tenureToDays } = offer
  const bound = (months: Decimal, days?: number) => ({
    months,
    ...(days !== undefined && { days }),
  })
  return {
    ...bound(tenure, tenureDays),
    ...(tenureTo !== undefined && { to: bound(tenureTo, tenureToDays) }),
  }
}

/** Whether the months of bounds in days are those of the days. */
function hasDaysOfMonths({ to, ...from }: PrintedTenure): boolean {
  return [from, to].every(
    (bound) =>
      bound?.days === undefined ||
      [monthsOfDays(bound.days), monthsOfBound(bound.days)].some((months) =>
        sameDecimal(months, bound.months),
      ),
  )
}

/** A mapped text, such as "Wealth", has a meaning; any other text has the amount. */
function depositProblems(offer: Offer, { text, decimal, means }: ReadCell): readonly string[] {
  const deposit = depositOf(offer)
  const amounts =
    means === undefined ? amountsIn(text, decimal ?? '.') : [parseDecimal(means) ?? []].flat()
  const isPrinted = has(amounts, deposit)
  return isPrinted
    ? []
    : [`the minimum deposit ${deposit} is not that of ${quoted(means ?? text)}.`]
}

/** Whether one of the pages has the text of the date, with its year, month and day. */
function dateProblems(
  date: CitedFigures['printedDate'],
  texts: readonly TextAt[],
): readonly string[] {
  if (date === undefined) return []
  const { address, text } = date.cell
  if (!texts.some((textAt) => textAt(address) === text))
    return [`The printed date: no page has ${quoted(text)} at ${address}.`]
  const [year = '', month = '', day = ''] = date.day.split('-')
  const pieces = comparableText(text).match(/\d+|[^\d\s.,;:()[\]/-]+/g) ?? []
  const numbers = pieces.flatMap((piece) => [...monthsNamed(piece), piece])
  const isPrinted = [[year, year.slice(2)], [month], [day]].every((patterns) =>
    numbers.some((number) => patterns.some((pattern) => sameNumber(String(number), pattern))),
  )
  return isPrinted ? [] : [`The printed date ${date.day} is not that of ${quoted(text)}.`]
}

function sameNumber(a: string, b: string): boolean {
  return a.replace(/^0+/, '') === b.replace(/^0+/, '')
}

/** Opens a page to look up texts by their addresses. It needs no source definition. */
export async function textsOf(page: PageBytes): Promise<TextAt | ReadFailure> {
  switch (page.format) {
    case 'html':
    case 'json':
      return textsOfMarkup(page)
    case 'pdf':
      return textsIn(await readPdf(page))
    case 'xlsx':
      return textsIn(readXlsx(page))
    default:
      throw page.format satisfies never
  }
}

/** The sound texts of a page, each at its address. */
function textsIn(content: PageContent | ReadFailure): TextAt | ReadFailure {
  if ('failure' in content) return content
  const texts = new Map(content.texts.map(({ address, text }) => [address, text]))
  return (address) => texts.get(address)
}
