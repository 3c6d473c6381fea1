import { dayLength, type Instant } from '../../../src/domain/instant.ts'
import type { Day } from '../../../src/domain/day.ts'
import type { Decimal } from '../../../src/domain/decimal.ts'
import type { Entry } from '../../../src/domain/entry.ts'
import {
  institutionTypes,
  type Institution,
  type InstitutionType,
} from '../../../src/domain/institution.ts'
import { payouts, variants, type Offer, type Terms } from '../../../src/domain/offer.ts'
import type { TimelineRange } from '../../../src/book/query/summary/summary-history.ts'
import { compareExact, placesOf, sumOf, valueOf } from './exact.ts'
import { byTerms, byText, entriesOf, isSame, isSameTerms, slowInstitutions } from './slow.ts'
import { retractionOf } from './slow-believed.ts'
import { slowHeadlines, slowOffers, slowReached } from './slow-offers.ts'
import { timesOf } from './slow-past.ts'
import { headlineOrder } from './slow-tenure.ts'
import { isOfferAskedIn, type OfferFilter } from './parameters.ts'

/** Of several printings of one rate, the one with the most digits after the point. */
const finestOf = (rates: readonly Decimal[], rate: Decimal | undefined): Decimal | undefined =>
  rates
    .filter((one) => rate !== undefined && isSame(one, rate))
    .toSorted((a, b) => placesOf(b) - placesOf(a))[0]

/** The figures of some headline rates, as printed. */
export function slowFigures(rates: readonly Decimal[]) {
  const rising = rates.toSorted(compareExact)
  const places = Math.max(3, ...rates.map(placesOf))
  // Drop both ends until one or two values are left.
  let middle = rising
  while (middle.length > 2) middle = middle.slice(1, -1)
  return {
    count: rates.length,
    least: finestOf(rates, rising.at(0)),
    median: sumOf(middle).div(middle.length).toFixed(places),
    most: finestOf(rates, rising.at(-1)),
    average: sumOf(rates).div(rates.length).toFixed(places),
  }
}

/**
 * The groups at the requested tenure, or at each lower bound that some offer of their type, variant and payout states: by type (bank,
 * nbfi), then terms order. The tenure is given by value.
 */
export function slowSummary(entries: readonly Entry[], asked: OfferFilter) {
  const offers = slowOffers(entries).filter(isOfferAskedIn(asked))
  return institutionTypes.flatMap((type) => {
    const ofType = offers.filter(({ institution }) => institution.type === type)
    const groups: Terms[] = []
    for (const { variant, tenure, payout } of ofType.map(({ terms }) => terms)) {
      const group = { variant, tenure: asked.tenure ?? tenure, payout }
      if (!groups.some((known) => isSameTerms(known, group))) groups.push(group)
    }
    return groups.toSorted(byTerms).map((group) => {
      const { variant, tenure, payout } = group
      const rates = slowHeadlines(ofType, tenure)
        .filter(({ terms }) => terms.variant === variant && terms.payout === payout)
        .map(({ offer }) => offer.rate)
      return { type, terms: { ...group, tenure: valueOf(tenure) }, ...slowFigures(rates) }
    })
  })
}

/** The parameters of a request for one group of each type. */
type GroupFilter = OfferFilter & Terms

const dayOfInstant = (at: Instant) => new Date(at).toISOString().slice(0, 10)

/** The requested UTC days from that of the first entry to today. */
function daysOf(
  entries: readonly Entry[],
  { since, until }: Pick<TimelineRange, 'since' | 'until'>,
  now: Instant,
): string[] {
  const [first, last] = [entries.at(0), entries.at(-1)]
  if (first === undefined || last === undefined) return []
  const today = dayOfInstant(Math.max(now, last.at) as Instant)
  const days: string[] = []
  for (let at = first.at; dayOfInstant(at) <= today; at = (at + dayLength) as Instant) {
    days.push(dayOfInstant(at))
  }
  return days.filter((day) => day >= (since ?? day) && day <= (until ?? day))
}

/** "One row per UTC day and institution type on which the group has an offer at the end of that day … to today." */
export function slowSummaryHistory(
  entries: readonly Entry[],
  asked: GroupFilter,
  since: Day | undefined,
  now: Instant,
) {
  return daysOf(entries, { since }, now).flatMap((day) => {
    const known = entries.filter(({ at }) => dayOfInstant(at) <= day)
    return slowSummary(known, asked).map((group) => ({ day, ...group }))
  })
}

/** The institutions of a type with an offer of the requested terms at the end of a day. */
export function slowOffering(
  entries: readonly Entry[],
  asked: GroupFilter,
  wanted: InstitutionType,
  day: string,
): readonly string[] {
  const known = entries.filter(({ at }) => dayOfInstant(at) <= day)
  return slowHeadlines(slowOffers(known).filter(isOfferAskedIn(asked)), asked.tenure)
    .filter(({ institution }) => institution.type === wanted)
    .map(({ institution }) => institution.id)
}

/** The institutions that count: all, or those of a constant panel, which offer from the first day with an offer to the last. */
export function slowPanel(
  entries: readonly Entry[],
  asked: GroupFilter,
  range: TimelineRange,
  now: Instant,
): Readonly<Record<InstitutionType, (id: string) => boolean>> {
  const panelOf = (type: InstitutionType) => {
    if (range.panel !== 'constant') return () => true
    const offering = daysOf(entries, range, now).map((day) =>
      slowOffering(entries, asked, type, day),
    )
    const first = offering.findIndex((ids) => ids.length > 0)
    return (id: string) => offering.slice(first).every((ids) => ids.includes(id))
  }
  return { bank: panelOf('bank'), nbfi: panelOf('nbfi') }
}

/** The rows between two days; of a constant panel, without the entries of all institutions that are not in it. */
export function slowRangeHistory(
  entries: readonly Entry[],
  asked: GroupFilter,
  range: TimelineRange,
  now: Instant,
) {
  const panel = slowPanel(entries, asked, range, now)
  return daysOf(entries, range, now).flatMap((day) => {
    const known = entries.filter(({ at }) => dayOfInstant(at) <= day)
    return institutionTypes.flatMap((type) =>
      slowSummary(
        known.filter(({ institutionId }) => panel[type](institutionId)),
        asked,
      )
        .filter((group) => group.type === type)
        .map((group) => ({ day, ...group })),
    )
  })
}

/** Institutions that have published, by id. Retracted sheets do not count. */
export function slowFreshness(
  entries: readonly Entry[],
  institutionId: string | undefined,
  now: Instant,
) {
  return slowInstitutions(entries)
    .filter(({ id }) => institutionId === undefined || id === institutionId)
    .flatMap((institution) => {
      const own = entriesOf(entries, institution.id)
      const times = timesOf(own, now)
      if (times === undefined) return []
      const elapsed = now - times.verifiedAt
      return [
        {
          institution,
          ...times,
          daysSinceVerified: elapsed < 0 ? 0 : Math.floor(elapsed / 86_400_000),
          isStale: elapsed > institution.staleAfterDays * 86_400_000 || elapsed < -60_000,
          staleAfterDays: institution.staleAfterDays,
        },
      ]
    })
}

/**
 * "The highest of all current offers; at equal rates the shortest tenure, then payout order, variant order, lowest minimum", then a
 * single tenure before ranges, for each active institution. With an amount, of the offers that it reaches.
 */
export function slowBestRates(
  entries: readonly Entry[],
  type: InstitutionType | undefined,
  deposit: Decimal | undefined,
  limit: number,
) {
  const all = slowOffers(entries).filter(
    ({ institution }) => institution.type === (type ?? institution.type),
  )
  const offers = deposit === undefined ? all : slowReached(all, deposit)
  const bests = offers.filter((one) =>
    offers.every(
      (other) =>
        other === one ||
        other.institution.id !== one.institution.id ||
        isBetter(one.offer, other.offer),
    ),
  )
  return bests
    .toSorted(
      (a, b) => compareExact(b.offer.rate, a.offer.rate) || byId(a.institution, b.institution),
    )
    .slice(0, limit)
    .map(({ institution, offer, lastChange }) => {
      return { institution, offer, lastChangedAt: lastChange.at, trend: lastChange.trend }
    })
}

const byId = (a: Institution, b: Institution) => byText(a.id, b.id)

function isBetter(a: Offer, b: Offer): boolean {
  if (!isSame(a.rate, b.rate)) return compareExact(a.rate, b.rate) > 0
  if (!isSame(a.tenure, b.tenure)) return compareExact(a.tenure, b.tenure) < 0
  if (a.payout !== b.payout) return payouts.indexOf(a.payout) < payouts.indexOf(b.payout)
  if (a.variant !== b.variant) return variants.indexOf(a.variant) < variants.indexOf(b.variant)
  return headlineOrder(a, b) < 0
}

/** How the last run for each institution ended, and whether one of its sheets waits for a reviewer. */
export function slowSources(entries: readonly Entry[], institutionId: string | undefined) {
  return slowInstitutions(entries)
    .filter(({ id }) => institutionId === undefined || id === institutionId)
    .flatMap((institution) => {
      const own = entriesOf(entries, institution.id)
      // A person is named in what reviewers enter, and typed entries have no origin.
      const run = own.findLast(
        (entry) => 'origin' in entry && entry.origin !== undefined && !('by' in entry),
      )
      if (run === undefined || !('origin' in run) || run.origin === undefined) return []
      return [
        {
          institution,
          outcome: slowOutcomeOf(run),
          ranAt: run.at,
          nextDue: run.origin.nextDue,
          isHeld: slowIsHeld(own),
          heldState: slowOutcomeOf(run) === 'held' ? slowHeldState(own) : undefined,
        },
      ]
    })
}

function slowOutcomeOf(run: Entry): string | undefined {
  if (run.kind === 'rates-checked') return run.outcome
  return { 'sheet-published': 'changed', 'rates-verified': 'verified', 'sheet-held': 'held' }[
    run.kind as string
  ]
}

/**
 * The last held sheet waits until it is rejected, or a sheet, a correction or the verification of a run comes after it; enough
 * approvals publish it.
 */
function slowIsHeld(own: readonly Entry[]): boolean {
  const index = own.findLastIndex(({ kind }) => kind === 'sheet-held')
  return (
    index !== -1 &&
    !own
      .slice(index)
      .some(
        (entry) =>
          entry.kind === 'sheet-published' ||
          entry.kind === 'rate-corrected' ||
          (entry.kind === 'rates-verified' && entry.origin !== undefined) ||
          (entry.kind === 'sheet-decided' && entry.decision === 'rejected'),
      )
  )
}

/**
 * What became of the last sheet that a run held, or of its edit: the first entry after it that ends its wait says so. A sheet that
 * a person typed may be held after it.
 */
function slowHeldState(own: readonly Entry[]): string | undefined {
  const index = own.findLastIndex((entry) => isHeldByRun(own, entry))
  const held = own[index]
  if (held?.kind !== 'sheet-held') return undefined
  for (const entry of own.slice(index + 1)) {
    if (entry.kind === 'sheet-decided' && entry.decision === 'rejected') return 'rejected'
    if (entry.kind === 'rate-corrected' || entry.kind === 'sheet-held') return 'overtaken'
    if (entry.kind !== 'sheet-published') continue
    if (entry.hold !== held.position) return 'overtaken'
    if (retractionOf(own, entry.position) !== undefined) return 'retracted'
    return held.editOf === undefined ? 'approved' : 'edited'
  }
  return 'waiting'
}

function isHeldByRun(own: readonly Entry[], entry: Entry | undefined): boolean {
  if (entry?.kind !== 'sheet-held') return false
  if (entry.editOf === undefined) return entry.by === undefined && entry.origin !== undefined
  return isHeldByRun(
    own,
    own.find(({ position }) => position === entry.editOf),
  )
}
