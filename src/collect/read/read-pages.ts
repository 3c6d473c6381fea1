import type { Day } from '../../domain/day.ts'
import { sameDecimal } from '../../domain/decimal.ts'
import { compareTiers, tierKeyOf, tierOf, tierText, type Offer } from '../../domain/offer.ts'
import { quoted } from '../../domain/text.ts'
import { readHtml } from './html/read-html.ts'
import { jsonRoot, readJson, textsOf } from './json/read-json.ts'
import { inEncoding, sourceOfPages } from './pages-of-source.ts'
import { readPdf } from './pdf/read-pdf.ts'
import type { PageBytes, ReadResult } from './reading.ts'
import { collect, failureOf, orFailure, refuse } from './refusal.ts'
import type { SourceDefinition } from './source-schema.ts'
import { onlyLists } from './source/page-pattern.ts'
import type { SourcePage } from './source/page-schema.ts'
import { coveredVariants, unmatchedMisprints } from './source/source-terms.ts'
import type { PageContent, ReadFailure } from './table.ts'
import { chooseTables } from './tables/choose-tables.ts'
import { findDate, type DateCell } from './tables/find-date.ts'
import { withoutTitles } from './tables/grid.ts'
import type { ReadOffer } from './tables/read-row.ts'
import { readTable } from './tables/read-table.ts'
import {
  accountOf,
  newNotes,
  noteUnmatchedLines,
  unmatchedLines,
  type ReadingNotes,
} from './tables/reading-notes.ts'
import { foldedText } from './words/folded-text.ts'
import { readXlsx } from './xlsx/read-xlsx.ts'

/** Reads the offers of the captured pages of a source, or says why they cannot be read. */
export async function readPages(
  given: SourceDefinition,
  pages: readonly PageBytes[],
): Promise<ReadResult> {
  const source = orFailure(() => sourceOfPages(given, pages))
  if ('failure' in source) return source
  const read: PageToRead[] = []
  for (const page of pages) {
    const definition = source.pages.find(({ name }) => name === page.name)
    if (definition === undefined) return { failure: `The source has no page ${page.name}.` }
    const content = onlyLists(given, definition)
      ? orFailure(() => ({
          tables: [],
          texts: textsOf(jsonRoot(inEncoding(page, definition))),
          hiddenRows: 0,
        }))
      : await pageContent(page, definition)
    if ('failure' in content) return content
    read.push({ name: page.name, day: page.day, content })
  }
  return readContent(source, read)
}

/** The tables and texts of one page. */
export async function pageContent(
  captured: PageBytes,
  definition: SourcePage,
): Promise<PageContent | ReadFailure> {
  const page = inEncoding(captured, definition)
  switch (page.format) {
    case 'html':
      return readHtml(page, definition)
    case 'json':
      return readJson(page, definition)
    case 'pdf':
      return readPdf(page)
    case 'xlsx':
      return readXlsx(page)
    default:
      throw page.format satisfies never
  }
}

/** Whether a page can have rows that a reader does not see: not if it is JSON without HTML. */
export function mayHideRows({ format, path = [] }: SourcePage): boolean {
  return format !== 'json' || path.at(-1) === '<>'
}

/** The content of a captured page. */
export type PageToRead = { readonly name: string; readonly day: Day; readonly content: PageContent }

/** Reads the offers of the pages of a source, or names every problem that it finds. */
function readContent(source: SourceDefinition, pages: readonly PageToRead[]): ReadResult {
  const [first] = pages
  if (first === undefined) return { failure: 'The source has no page.' }
  const notes = newNotes(source, first.day)
  const { problems } = notes
  let printedDate: DateCell | undefined
  const byPage = new Map<string, readonly ReadOffer[]>()
  for (const [index, page] of pages.entries())
    collect(problems, () => {
      checkMustContain(source, page)
      const read = readPage(page, index, notes)
      printedDate ??= read.printedDate
      byPage.set(page.name, read.offers)
    })
  const isDated = source.date !== undefined && byPage.size === pages.length
  const dated = isDated
    ? collect(problems, () => findPrintedDate(source, pages, notes))
    : printedDate
  if (problems.length > 0) return failureOf(problems)
  const offers = collect(problems, () => comparedPages(byPage, notes)) ?? []
  collect(problems, () => refuseDuplicates(offers))
  if (offers.length === 0) problems.push({ failure: 'The pages have no rates.' })
  if (problems.length > 0) return failureOf(problems)
  noteUnmatchedLines(notes)
  const sorted = offers.toSorted((a, b) => compareTiers(a.offer, b.offer))
  const listed = sorted.map(({ offer }) => offer)
  return {
    offers: listed,
    cells: sorted.map(({ cells }) => cells),
    covers: coveredVariants(source),
    ...(dated !== undefined && { printedDate: dated }),
    findings: notes.findings,
    ...accountOf(
      notes.ledger,
      pages.reduce((sum, { content }) => sum + content.hiddenRows, 0),
    ),
    unmatched: [...unmatchedLines(notes), ...unmatchedMisprints(source, listed)],
  }
}

/** Ends the read of a page without a text that it must contain. */
function checkMustContain({ pages }: SourceDefinition, { name, content }: PageToRead): void {
  const all = content.texts.map(({ text }) => text).join('\n')
  const { must_contain: wanted = [] } = pages.find((page) => page.name === name) ?? {}
  const missing = wanted.find((text) => !all.includes(foldedText(text)))
  if (missing !== undefined)
    refuse(`The page ${name} does not contain ${quoted(missing)}, so it is not the right page.`)
}

function readPage({ name, content }: PageToRead, index: number, notes: ReadingNotes) {
  const tables = content.tables.map(withoutTitles)
  let printedDate: DateCell | undefined
  const offers = chooseTables(name, tables, notes).flatMap(({ definition, tables }) => {
    const [first = [], ...copies] = tables.map((table) => {
      const read = readTable(table, definition, notes)
      printedDate ??= read.printedDate
      collect(notes.problems, () => refuseDuplicates(read.offers))
      return read.offers
    })
    for (const copy of copies)
      noteDifferences(first, copy, { rule: 'copies-disagree', isComplete: true }, notes)
    return first
  })
  const cited = index === 0 ? offers : offers.map((one) => citing(one, index))
  return { offers: cited, printedDate }
}

function citing({ offer, cells }: ReadOffer, capture: number): ReadOffer {
  return { offer, cells: { capture, ...cells } }
}

function findPrintedDate(
  { date: line }: SourceDefinition,
  pages: readonly PageToRead[],
  notes: ReadingNotes,
): DateCell | undefined {
  if (line === undefined) return undefined
  const page = pages.find(({ name }) => line.page === undefined || name === line.page)
  if (page === undefined) refuse(`The source has no page ${quoted(line.page ?? '')} for its date.`)
  return findDate(line, page.content, notes)
}

/** The offers of all pages, without those of pages that are only compared with another. */
function comparedPages(
  byPage: ReadonlyMap<string, readonly ReadOffer[]>,
  notes: ReadingNotes,
): readonly ReadOffer[] {
  const compared = new Set<string>()
  for (const [first = '', second = ''] of notes.source.compare ?? []) {
    const [offers, copy] = [byPage.get(first), byPage.get(second)]
    if (offers === undefined || copy === undefined)
      return refuse(`The source compares the pages ${first} and ${second}, and one is not there.`)
    noteDifferences(offers, copy, { rule: 'pages-disagree', isComplete: false }, notes)
    compared.add(second)
  }
  return [...byPage].flatMap(([name, offers]) => (compared.has(name) ? [] : offers))
}

/** Ends the read if the same terms and minimum deposit stand twice. */
function refuseDuplicates(offers: readonly ReadOffer[]): void {
  const seen = new Map<string, ReadOffer>()
  for (const one of offers) {
    const key = tierKeyOf(one.offer)
    if (seen.has(key)) {
      const sentence = `The terms ${tierText(tierOf(one.offer))} stand twice. A book has one offer for each terms and minimum deposit: give them different minimum deposits, or ignore one of the rows by its name, with a reason.`
      refuse(sentence, one.cells.rate.address)
    }
    seen.set(key, one)
  }
}

/** A finding for each figure in which copies of a table, or pages that must agree, differ. */
function noteDifferences(
  offers: readonly ReadOffer[],
  copy: readonly ReadOffer[],
  {
    rule,
    isComplete,
  }: { readonly rule: 'copies-disagree' | 'pages-disagree'; readonly isComplete: boolean },
  { findings }: ReadingNotes,
): void {
  const places = rule === 'copies-disagree' ? 'copies of a table' : 'pages'
  const copied = new Map(copy.map(({ offer }) => [tierKeyOf(offer), offer]))
  for (const { offer } of offers) {
    const other = copied.get(tierKeyOf(offer))
    copied.delete(tierKeyOf(offer))
    if (other === undefined ? !isComplete : isSameFigure(offer, other)) continue
    const [tier, text] = [tierOf(offer), tierText(tierOf(offer))]
    const message =
      other === undefined
        ? `Only one of two ${places} lists ${text}.`
        : `Two ${places} disagree about ${text}: ${figuresOf(offer)} and ${figuresOf(other)}.`
    findings.push({ rule, tier, message })
  }
  for (const offer of copied.values()) {
    const message = `Only one of two ${places} lists ${tierText(tierOf(offer))}.`
    findings.push({ rule, tier: tierOf(offer), message })
  }
}

/** Whether rate and AER are the same; an AER that only one of the two prints does not count. */
function isSameFigure(offer: Offer, other: Offer): boolean {
  const [aer, otherAer] = [offer.annualEffectiveRate, other.annualEffectiveRate]
  if (!sameDecimal(offer.rate, other.rate)) return false
  return aer === undefined || otherAer === undefined || sameDecimal(aer, otherAer)
}

function figuresOf({ rate, annualEffectiveRate: aer }: Offer): string {
  return aer === undefined ? `${rate} %` : `${rate} % (AER ${aer} %)`
}
