import type { Finding, GateLimits } from '../../domain/gate-limits.ts'
import type { Instant } from '../../domain/instant.ts'
import { tierText, variants, type Sheet } from '../../domain/offer.ts'
import type { CapturedPage } from '../../domain/origin.ts'
import { checkCollected } from '../../book/gate/check-collected.ts'
import { acceptedSources } from '../../book/market/collection.ts'
import type { InstitutionBook } from '../../book/market/market.ts'
import type { PublicationContext } from '../../book/publish/context-from-store.ts'
import { problemsWithBook } from '../../book/publish/decide-sheet.ts'
import { validateSheet } from '../../book/publish/input/read-sheet.ts'
import { definitionOfPage } from '../read/source/page-pattern.ts'
import type { Reading } from '../read/reading.ts'
import { lastPrintedDate, replacedFigures } from './earlier-reading.ts'
import { localDay } from '../../domain/day.ts'
import type { RunFailure } from './run-failure.ts'
import type { LoadedSource } from './load-source.ts'

/** The result of one run, before it is compared with the book. */
export type RunInput = {
  readonly source: LoadedSource
  /** The pages that were captured, in the order of the source definition; fewer if one of them failed. */
  readonly captures: readonly CapturedPage[]
  /** The reading of the pages, or a sentence that says why there is none. */
  readonly result: { readonly reading: Reading } | RunFailure
  /** The instant of the entry. */
  readonly at: Instant
  readonly nextDue: Instant
  /** Whether a person alone may approve what two should see. */
  readonly isOneReviewerEnough: boolean
  readonly limits: GateLimits
}

/** The book that a run is compared with. */
export type RunContext = {
  readonly book: InstitutionBook
  /** The currency of the book, if it has sheets. */
  readonly currency: string | undefined
} & Pick<PublicationContext, 'clock'>

/** A run whose pages were read, and the sheet that they make. */
export type ReadRun = Pick<RunInput, 'source' | 'captures' | 'limits'> & {
  readonly reading: Reading
  readonly sheet: Sheet
}

/** The sheet that a reading makes: complete for the variants that the source reads. */
export function sheetOf(
  { source: { definition }, captures }: Pick<RunInput, 'source' | 'captures'>,
  { offers, covers }: Reading,
): Sheet {
  return {
    institutionId: definition.institution,
    sourceUrl: definitionOfPage(definition.pages, captures[0]?.page ?? '')?.url ?? '',
    // Of several pages, the earliest: all figures were on the pages at that instant or later.
    scrapedAt: Math.min(...captures.map(({ at }) => at)) as Instant,
    currency: definition.currency,
    complete: true,
    covers: variants.filter((variant) => covers.includes(variant)),
    offers,
  }
}

/** Why a sheet cannot be compared with the book, in one sentence. */
export function problemOf(sheet: Sheet, context: RunContext, at: Instant): string | undefined {
  // `audit` reads every published sheet again, so it must be one that `publish` would accept.
  const parsed = validateSheet(sheet)
  const [problem] = [...parsed.problems, ...problemsWithBook(context, parsed.head, at)]
  if (problem === undefined) return undefined
  if (problem.code === 'older-than-last')
    return 'A sheet that was read later was published while this run was under way.'
  const place = problem.location === '' ? '' : `${problem.location}: `
  return `The pages do not give a sheet that can be published: ${place}${problem.message}`
}

/** The findings of the gate about the sheet of a run, and one if it would undo what a person entered. */
export function findingsOf(
  { source: { definition, ref, rules }, captures, reading, sheet, limits }: ReadRun,
  book: InstitutionBook,
): readonly Finding[] {
  const found = checkCollected({
    sheet,
    book,
    reading,
    source: rules,
    limits,
    isSourceAccepted: acceptedSources(book).has(ref.digest),
    today: localDay(definition.timezone, (captures[0] as CapturedPage).at),
    lastPrintedDate: lastPrintedDate(book),
  })
  return [...found, ...replacedFindings(book, sheet)]
}

/** A person replaced or corrected what this page still prints, so a person decides again. */
function replacedFindings(book: InstitutionBook, sheet: Sheet): readonly Finding[] {
  return replacedFigures(book, sheet).map(({ position, tier, standing, read }) => {
    const text = tierText(tier)
    const page = read === undefined ? `does not list ${text}` : `prints ${text} at ${read} %`
    const since = standing === undefined ? 'withdrew it' : `entered ${standing} %`
    return {
      rule: 'replaced-since',
      tier,
      ...(standing !== undefined && { was: standing }),
      ...(read !== undefined && { now: read }),
      message: `The page ${page}, as it did at position ${position}, but a person ${since} afterwards.`,
    }
  })
}
