import { sameDecimal } from '../../domain/decimal.ts'
import { isAhead, type Attribution, type Override, type SheetDraft } from '../../domain/entry.ts'
import type { Finding, GateLimits } from '../../domain/gate-limits.ts'
import { instantText, type Instant } from '../../domain/instant.ts'
import { keyOf, termsOf, type Sheet, type Terms } from '../../domain/offer.ts'
import { checkSheet } from '../gate/gate.ts'
import { changesOfSheet } from '../market/changes.ts'
import { continueSeries, type MatchedOffer } from '../market/continue-series.ts'
import type { InstitutionBook } from '../market/market.ts'
import { hasRanges, standingTier } from '../market/standing.ts'
import type { Duplicate, PublicationContext } from './context-from-store.ts'
import { collectProblems, type InputProblem } from './input/problem.ts'
import type { ParsedSheet } from './input/read-sheet.ts'

/** The parts of an entry that do not come from its sheet. */
export type EntryDetails = Attribution &
  Override &
  Pick<SheetDraft, 'origin' | 'typedFrom' | 'hold'> & {
    readonly at: Instant
    readonly sample: boolean
  }

/** The outcome of publishing a sheet. */
export type Verdict =
  | { readonly kind: 'published'; readonly draft: SheetDraft }
  | (Duplicate & { readonly kind: 'unchanged' })
  | { readonly kind: 'refused'; readonly problems: readonly InputProblem[] }
  /** Nobody gave a reason to enter the sheet in spite of the findings of the gate. */
  | { readonly kind: 'implausible'; readonly findings: readonly Finding[] }

/** Validates a sheet against the book and computes the entry to append. Pure, so `fill` and `audit` share it. */
export function decideSheet(
  context: PublicationContext,
  parsed: ParsedSheet,
  details: EntryDetails,
): Verdict {
  const { sheet } = parsed
  const { book, duplicateOf } = context
  if (duplicateOf !== undefined) return { kind: 'unchanged', ...duplicateOf }
  const problems = [...parsed.problems, ...problemsWithBook(context, parsed.head, details.at)]
  if (problems.length > 0 || sheet === undefined || book === undefined) {
    return { kind: 'refused', problems }
  }
  const { institutionId } = sheet
  const draft: SheetDraft = {
    ...details,
    institutionId,
    kind: 'sheet-published',
    ...enteredSheet(book, sheet),
  }
  return { kind: 'published', draft }
}

/** Computes what an entry says about a sheet: its offers, in the printing that the book already has, and its changes in tier order. */
export function enteredSheet(
  book: InstitutionBook,
  sheet: Sheet,
): Pick<SheetDraft, 'sheet' | 'changes'> {
  const firstTermsOf = firstPrintings(book, sheet)
  const matched = continueSeries(book, sheet).map((match) =>
    keepPrintings(book, match, firstTermsOf),
  )
  const leaves = sheet.leaves?.map(firstTermsOf)
  return {
    sheet: {
      ...sheet,
      ...(leaves !== undefined && { leaves }),
      offers: matched.map(({ offer }) => offer),
    },
    changes: changesOfSheet(book, sheet, matched),
  }
}

/** Terms with the first printing of their tenures, also of withdrawn ones. So tenures compare as text in entries. */
function firstPrintings(
  { published }: InstitutionBook,
  { offers }: Sheet,
): (terms: Terms) => Terms {
  const listed = Map.groupBy(offers, keyOf)
  return (terms) => {
    const key = keyOf(terms)
    return termsOf(published.terms.get(key) ?? listed.get(key)?.[0] ?? terms)
  }
}

/**
 * A value that is only printed differently keeps its first printing: a tenure that of its terms, a deposit that of its tier
 * and a rate that of its series.
 */
function keepPrintings(
  book: InstitutionBook,
  { offer, known }: MatchedOffer,
  firstTermsOf: (terms: Terms) => Terms,
): MatchedOffer {
  const rate = known !== undefined && sameDecimal(known.rate, offer.rate) ? known.rate : offer.rate
  const { minimumDeposit } = standingTier(book.standing, offer) ?? {}
  const keepsDeposit = minimumDeposit !== undefined && offer.minimumDeposit !== undefined
  const first = firstTermsOf(offer)
  return { offer: { ...offer, ...first, ...(keepsDeposit && { minimumDeposit }), rate }, known }
}

/** Checks whether a sheet is plausible. A reason overrides every finding, also those about a captured page, and the entry keeps both. */
export function passGate(
  { book }: PublicationContext,
  verdict: Verdict,
  limits: GateLimits,
  pageFindings: readonly Finding[] = [],
): Verdict {
  if (verdict.kind !== 'published') return verdict
  const { draft } = verdict
  const findings = [...pageFindings, ...checkSheet({ sheet: draft.sheet, book, limits })]
  if (findings.length === 0) return verdict
  if (draft.reason === undefined) return { kind: 'implausible', findings }
  return { kind: 'published', draft: { ...draft, findings } }
}

/** Compares the head of a sheet with the book that it would be published in. */
export function problemsWithBook(
  { currency, book, clock }: Pick<PublicationContext, 'currency' | 'book' | 'clock'>,
  { institutionId, currency: sheetCurrency, scrapedAt, lacksUpperBounds }: ParsedSheet['head'],
  at: Instant,
): readonly InputProblem[] {
  const { problems, refuse } = collectProblems()
  if (institutionId !== undefined && book === undefined) {
    refuse(
      'unregistered',
      'institution_id',
      `The institution ${institutionId} is not registered; register it first: ratebook register FILE.`,
    )
  }
  if (sheetCurrency !== undefined && currency !== undefined && sheetCurrency !== currency) {
    refuse(
      'other-currency',
      'currency',
      `The currency ${sheetCurrency} is not the book's, ${currency}; one book has one currency.`,
    )
  }
  if (lacksUpperBounds && book !== undefined && hasRanges(book.standing)) {
    refuse(
      'no-upper-bounds',
      'tenure_to_months',
      `${institutionId} has offers for ranges of tenures, and the CSV has no column for their upper bounds; add tenure_to_months or tenure_to_days, with empty cells for single tenures.`,
    )
  }
  const last = book && lastScrapedAt(book, clock)
  if (scrapedAt !== undefined && last !== undefined && scrapedAt < last) {
    refuse(
      'older-than-last',
      'scraped_at',
      `The sheet was read at ${instantText(scrapedAt)}, before the institution's last sheet in the book, ${instantText(last)}.`,
    )
  }
  if (scrapedAt !== undefined && scrapedAt > at) {
    refuse(
      'in-the-future',
      'scraped_at',
      `The sheet was read at ${instantText(scrapedAt)}, after the instant of its publication, ${instantText(at)}.`,
    )
  }
  return problems
}

/** When the institution's last sheet was read. If the book is ahead of the clock, sheets that were read in the future do not count. */
function lastScrapedAt(
  { publication, entries }: InstitutionBook,
  now: Instant | undefined,
): Instant | undefined {
  if (now === undefined || publication === undefined || !isAhead(publication.sheet.scrapedAt, now))
    return publication?.sheet.scrapedAt
  const sheets = entries.filter((entry) => entry.kind === 'sheet-published')
  return sheets.findLast(({ sheet }) => !isAhead(sheet.scrapedAt, now))?.sheet.scrapedAt
}
