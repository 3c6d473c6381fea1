import { dayOf } from '../../src/domain/day.ts'
import type { Draft } from '../../src/domain/entry.ts'
import type { Institution } from '../../src/domain/institution.ts'
import { after, dayLength, type Instant } from '../../src/domain/instant.ts'
import { rated } from './institutions.ts'
import { openingOf, publicationOf, type SheetState } from './sheets.ts'
import type { Line } from './terms.ts'
import { randomOf, type Random } from './random.ts'

/** Between which instants a market lives. */
export type Period = { readonly first: Instant; readonly last: Instant }

/** Days between two checks; every other one is a verification. */
const checkEvery = 30
/** Of the lines of a sheet, how many a usual publication moves. */
const usualShare = 0.87

/**
 * All entries of one institution in their order, with exactly `records` records of its history: the first publication of
 * every line, and changes at as many days as it takes to move most lines on each.
 */
export function lifeOf(
  institution: Institution,
  lines: readonly Line[],
  records: number,
  period: Period,
  seed: number,
): Draft[] {
  const random = randomOf(seed)
  const drafts = [
    ...registrations(institution, period, random),
    ...publications(institution, lines, records, period, random),
    ...looks(institution, period, random),
  ]
  // Sorting is stable: of one instant, the registration comes first.
  return drafts.toSorted((a, b) => a.at - b.at)
}

function registrations(institution: Institution, period: Period, random: Random): Draft[] {
  const draft = (at: Instant, record: Institution): Draft => ({
    at,
    institutionId: record.id,
    kind: 'institution-registered',
    institution: record,
  })
  const changes = 1 + random.below(3)
  const drafts = [draft(period.first, institution)]
  for (let step = 0; step < changes; step++) {
    const at = momentOf(period, (step + 1) / (changes + 1), random)
    drafts.push(draft(at, rated(institution, step, dayOf(at))))
  }
  return drafts
}

function publications(
  { id, website }: Institution,
  lines: readonly Line[],
  records: number,
  period: Period,
  random: Random,
): Draft[] {
  const later = records - lines.length
  if (later < 0) throw new Error(`${id} has more lines than records.`)
  const count = Math.ceil(later / (usualShare * lines.length))
  let left = later
  let state: SheetState = openingOf(lines, random)
  const drafts: Draft[] = []
  for (let i = 0; i <= count; i++) {
    // Each takes about its share of what is left, and the last one all.
    const share = Math.round((left / (count - i + 1)) * (0.95 + 0.1 * random.fraction()))
    const moves = i === 0 ? 0 : i === count ? left : Math.min(left, share)
    const at = i === 0 ? after(period.first, 3_600_000) : momentOf(period, i / (count + 1), random)
    const made = publicationOf(
      state,
      {
        institutionId: id,
        sourceUrl: `${website}deposit-rates`,
        at,
        scrapedAt: i === 0 ? at : after(at, -1000 * random.below(7200)),
        moves,
        isLast: i === count,
      },
      random,
    )
    state = made.state
    if (i > 0) left -= made.records
    drafts.push(made.draft)
  }
  if (left !== 0) throw new Error(`${id} would have ${left} records too few.`)
  return drafts
}

function looks({ id }: Institution, period: Period, random: Random): Draft[] {
  const drafts: Draft[] = []
  const begin = 2 + random.below(checkEvery)
  const days = (period.last - period.first) / dayLength
  for (let day = begin, n = 0; day < days; day += checkEvery, n++) {
    const at = after(period.first, day * dayLength + 1000 * random.below(80_000))
    const kind = n % 2 === 0 ? 'rates-checked' : 'rates-verified'
    drafts.push({ at, institutionId: id, kind })
  }
  return drafts
}

/** A moment about a share of the period from its beginning, later than those of lesser shares by most of a day. */
function momentOf({ first, last }: Period, share: number, random: Random): Instant {
  const day = Math.floor(share * Math.floor((last - first) / dayLength))
  return after(first, day * dayLength + 1000 * (10_000 + random.below(60_000)))
}
