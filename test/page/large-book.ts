import type { Day } from '../../src/domain/day.ts'
import type { Institution } from '../../src/domain/institution.ts'
import { openBook, type Book } from '../support/book.ts'
import { bankNames, financeNames, idOf } from './large-names.ts'

/** The instant at which the tests look at the large book. */
export const largeNow = '2026-07-01T06:00:00Z'

/** The last day on which the stale institutions of the large book were confirmed: 100 days before `largeNow`. */
const staleDay = '2026-03-23'

const tenures = [1, 3, 6, 12, 24, 36, 48, 60]

/** The level of 12-month rates in hundredths of a percent in the month of each round of sheets. */
const rounds = [
  ['2024-07', 1150],
  ['2024-11', 1075],
  ['2025-03', 1000],
  ['2025-07', 925],
  ['2025-11', 850],
  ['2026-03', 825],
  ['2026-06', 875],
] as const

/** One sheet of the large book. */
type LargeSheet = { readonly at: string; readonly index: number; readonly level: number }

/**
 * A book of 300 publishing institutions with two years of sheets: 200 finance companies, then 100 banks. The same at each call.
 * Every 25th is stale, and every 30th published its first sheet in 2025.
 */
export function largeBook(): Book {
  const book = openBook()
  const institutions = [...financeNames, ...bankNames].map(institutionOf)
  for (const institution of institutions)
    book.register('2024-06-30T00:00:00Z', institution.id, institution)
  const sheets = institutions.flatMap((_, index) => sheetsOf(index))
  for (const { at, index, level } of sheets.toSorted((a, b) => (a.at < b.at ? -1 : 1)))
    book.publish(at, idAt(institutions, index), offersOf(index, level))
  for (const [index, { id }] of institutions.entries())
    if (!isStale(index)) book.verify(`2026-06-30T1${Math.trunc(index / 60)}:00:00Z`, id)
  return book
}

function idAt(institutions: readonly Institution[], index: number): string {
  return institutions[index]?.id ?? ''
}

function isStale(index: number): boolean {
  return index % 25 === 7
}

function institutionOf(name: string, index: number): Institution {
  const id = idOf(name)
  const isBank = index >= financeNames.length
  const isRated = index % 2 === 0
  const grade = ['A+(lka)', 'A(lka)', 'BBB+(lka)', 'BBB(lka)', 'BB+(lka)', '[SL]BBB-'][
    (index % 12) >> 1
  ]
  return {
    id,
    name,
    type: isBank ? 'bank' : 'nbfi',
    website: `https://${id}.example/`,
    active: true,
    licenseType: isBank
      ? name.endsWith('Development Bank')
        ? 'licensed_specialised_bank'
        : 'licensed_commercial_bank'
      : 'licensed_finance_company',
    creditRating: isRated ? (grade ?? null) : null,
    ratingAgency: isRated ? (index % 12 === 10 ? 'ICRA Lanka' : 'Fitch Ratings') : null,
    ratingUpdated: isRated ? (`2025-${index % 3 === 0 ? '04' : '10'}-06` as Day) : null,
    staleAfterDays: 7,
  }
}

/** Each institution publishes on days of its own, and leaves out every third round. A stale one stops on `staleDay`. */
function sheetsOf(index: number): readonly LargeSheet[] {
  const first = index % 30 === 11 ? 3 : 0
  const last = rounds.length - (isStale(index) ? 2 : 1)
  return rounds.slice(0, last + 1).flatMap(([month, level], round) => {
    if (round < first || (round !== first && round !== last && (index + round) % 3 === 0)) return []
    const day = String(1 + ((index * 7 + round * 5) % 27)).padStart(2, '0')
    const isEnd = isStale(index) && round === last
    const at = isEnd ? `${staleDay}T06:00:00Z` : `${month}-${day}T0${index % 8}:30:00Z`
    return [{ at, index, level }]
  })
}

/** The offers of a sheet: every tenure with both payouts, for some also for senior citizens or in two tiers. */
function offersOf(index: number, level: number): readonly string[] {
  const spread = ((index * 37) % 13) * 15 - 90 + (index < financeNames.length ? 110 : 0)
  const variants = index % 3 === 0 ? ['general', 'senior_citizen'] : ['general']
  const tiers = index % 5 === 0 ? ['100000', '1000000'] : [undefined]
  return variants.flatMap((variant, senior) =>
    tenures.flatMap((tenure, step) =>
      tiers.flatMap((minimum, tier) => {
        const rate = level + spread + (step - 3) * 20 + senior * 50 + tier * 25
        const deposit = minimum === undefined ? '' : ` ${minimum}`
        return [
          `${variant} ${tenure} maturity ${percent(rate)}${deposit}`,
          `${variant} ${tenure} monthly ${percent(rate - 4 * step - 5)}${deposit}`,
        ]
      }),
    ),
  )
}

/** Hundredths of a percent as a rate with two decimals. */
function percent(hundredths: number): string {
  return `${Math.trunc(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`
}
