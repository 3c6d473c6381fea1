import * as fc from 'fast-check'
import { createHash } from 'node:crypto'
import { canonicalJson } from '../../../src/domain/json.ts'
import type { Day } from '../../../src/domain/day.ts'
import type { Decimal } from '../../../src/domain/decimal.ts'
import type { Finding } from '../../../src/domain/gate-limits.ts'
import { compareTiers, type Offer, type Variant } from '../../../src/domain/offer.ts'
import type { Reading } from '../../../src/collect/read/reading.ts'
import { few } from '../../support/offer-generators.ts'

const counts = { total: 0, read: 0, empty: 0, ignored: 0 }

/** The contents of one page: the rates of three tenures, perhaps those of a second variant, and perhaps a date. */
export type PrintedPage = {
  /** The rate of each tenure; absent if it is not offered. The first is never absent. */
  readonly general: readonly (string | undefined)[]
  readonly senior: readonly (string | undefined)[]
  /** Whether the page raises a doubt, such as an ambiguous date. */
  readonly isDoubtful: boolean
  /** The date that the page prints; histories begin on 2 June 2026, with an event every two days. */
  readonly printed?: Day | undefined
  /** Two pages with the same figures may have different bodies. */
  readonly body: number
}

/** Something that happens to an institution whose page is collected. */
export type CollectEvent =
  | { readonly kind: 'run'; readonly page: PrintedPage; readonly source: 'one' | 'two' }
  /** The page is read as it was at the last run, or with another date only. */
  | { readonly kind: 'run-again'; readonly source: 'one' | 'two'; readonly printed?: Day }
  | { readonly kind: 'failing-run' }
  | { readonly kind: 'publish'; readonly page: PrintedPage }
  | { readonly kind: 'verify' | 'check' }
  | { readonly kind: 'correct'; readonly rate: string }
  | { readonly kind: 'retract' }
  | { readonly kind: 'accept'; readonly source: 'one' | 'two' }
  /** A reviewer edits the rate for three months in the last held sheet, or leaves it alone (`leave`); without a rate, the page does not list it. */
  | { readonly kind: 'edit'; readonly rate: string | undefined; readonly by: string }
  | { readonly kind: 'decide'; readonly decision: 'approved' | 'rejected'; readonly by: string }

const tenures = ['3', '6', '12'] as const

// Moves between these are small, large, and so large that two people must see them.
const rate = fc.constantFrom('8.00', '8.00', '8.0', '8.25', '8.25', '9.50', '12.00')
const rates = fc.tuple(
  rate,
  fc.option(rate, { nil: undefined, freq: 6 }),
  fc.option(rate, { nil: undefined, freq: 6 }),
)

const days = ['2026-06-01', '2026-06-08', '2026-06-20', '2026-12-01'] as Day[]

const page: fc.Arbitrary<PrintedPage> = fc.record({
  general: rates,
  senior: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, rates),
  isDoubtful: fc.constantFrom(false, false, false, false, true),
  printed: fc.option(fc.constantFrom(...days), { nil: undefined, freq: 2 }),
  body: fc.nat(1),
})

const source = fc.constantFrom('one' as const, 'one' as const, 'one' as const, 'two' as const)

const event: fc.Arbitrary<CollectEvent> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('run'), page, source }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('run-again'), source }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('run-again'),
      source,
      printed: fc.constantFrom(...days),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'failing-run' } as const) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('publish'), page }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('verify', 'check') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('correct'), rate }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'retract' } as const) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('accept'), source }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('edit'),
      rate: fc.oneof(
        { weight: 6, arbitrary: rate },
        fc.constantFrom<[undefined, 'leave', 'leave']>(undefined, 'leave', 'leave'),
      ),
      by: fc.constantFrom('ann', 'zoe'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('decide'),
      decision: fc.constantFrom('approved', 'approved', 'rejected'),
      by: fc.constantFrom('ann', 'zoe'),
    }),
  },
)

/** Random histories of one institution. Most accept the first version of the source at once. */
export const histories: fc.Arbitrary<readonly CollectEvent[]> = fc
  .tuple(fc.constantFrom(true, true, true, false), few(event, 16))
  .map(([isAccepted, events]) =>
    isAccepted ? [{ kind: 'accept', source: 'one' }, ...events] : events,
  )

/** The offers that a page prints. */
export function offersOn({ general, senior }: PrintedPage): readonly Offer[] {
  const of = (variant: Variant, printed: readonly (string | undefined)[]): Offer[] =>
    tenures.flatMap((tenure, index) => {
      const rate = printed[index]
      if (rate === undefined) return []
      const terms = { variant, tenure: tenure as Decimal, payout: 'maturity' } as const
      return { ...terms, rate: rate as Decimal }
    })
  return [...of('general', general), ...of('senior_citizen', senior)].toSorted(compareTiers)
}

/** The variants that a source reads. */
export function coversOf({ senior }: PrintedPage): readonly Variant[] {
  return senior.length === 0 ? ['general'] : ['general', 'senior_citizen']
}

/** The doubt that a page raises. */
export const doubt: Finding = {
  rule: 'ambiguous-date',
  message: 'The date 05/06/2026 is ambiguous.',
}

/** The reading of a page. */
export function readingOf(page: PrintedPage): Reading {
  const offers = offersOn(page)
  return {
    offers,
    cells: offers.map(({ tenure, rate, variant }, index) => ({
      rate: { address: `#char=${index * 100},${index * 100 + 5}`, text: `${rate}%` },
      tenure: {
        address: `#char=${index * 100 + 20},${index * 100 + 25}`,
        text: `${tenure} months`,
      },
      column: { address: '#char=1,9', text: variant },
    })),
    covers: coversOf(page),
    ...(page.printed !== undefined && { printedDate: printedDateOf(page.printed) }),
    findings: page.isDoubtful ? [doubt] : [],
    account: { rows: counts, figures: counts, hidden: { rows: 0 } },
    leftOut: [],
    unmatched: [],
  }
}

function printedDateOf(day: Day): NonNullable<Reading['printedDate']> {
  return { day, cell: { address: '#char=900,910', text: day } }
}

/** The digest of the body of a page. */
export function bodyDigest(page: PrintedPage): string {
  const { general, senior, printed, ...rest } = page
  const text = canonicalJson({
    ...rest,
    printed: printed ?? null,
    general: general.map((one) => one ?? null),
    senior: senior.map((one) => one ?? null),
  })
  return createHash('sha256').update(text).digest('hex')
}
