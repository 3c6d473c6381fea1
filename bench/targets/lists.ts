import { dayOf } from '../../src/domain/day.ts'
import { after } from '../../src/domain/instant.ts'
import type { Random } from '../book/random.ts'
import { period } from '../market.ts'
import { total, type SeriesCount } from './counts.ts'

/** A maker of random targets, each of which has an answer. */
export type Maker = (random: Random) => string

const largestLimit = 400

/** `/rates/history/{id}`: any institution, any filters, a page anywhere in what they leave. */
export function historyTargets(series: readonly SeriesCount[]): Maker {
  const filters = ['', '', 'variant', 'payout', 'tenure', 'terms'] as const
  const ofInstitution = Map.groupBy(series, ({ institutionId }) => institutionId)
  const counts = new Map<string, number>()
  const passing = (one: SeriesCount, filter: (typeof filters)[number]) => {
    const query = filterQuery(one, filter)
    const path = `/rates/history/${one.institutionId}?${query}`
    let count = counts.get(path)
    if (count === undefined) {
      const own = ofInstitution.get(one.institutionId) ?? []
      const isSame = (other: SeriesCount) => filterQuery(other, filter) === query
      count = total(own, ({ records }) => records, isSame)
      counts.set(path, count)
    }
    return { path, count }
  }
  return (random) => {
    const { path, count } = passing(random.one(series), random.one(filters))
    const limit = 1 + random.below(largestLimit)
    return `${path}limit=${limit}&offset=${random.below(count)}`
  }
}

function filterQuery(one: SeriesCount, filter: string): string {
  const asks = (name: string) => filter === name || filter === 'terms'
  return [
    asks('variant') ? `variant=${one.variant}&` : '',
    asks('tenure') ? `tenure_months=${one.tenure}&` : '',
    asks('payout') ? `payout_type=${one.payout}&` : '',
  ].join('')
}

/** `/rates/changes`: any filters, a page anywhere in what they leave. */
export function changesTargets(series: readonly SeriesCount[]): Maker {
  const moves = ({ ups, downs }: SeriesCount) => ups + downs
  const all = total(series, moves)
  const ids = [...new Set(series.map(({ institutionId }) => institutionId))]
  const counts = new Map(
    ids.map((id) => [id, total(series, moves, ({ institutionId }) => institutionId === id)]),
  )
  const deep = deepTargets(series)
  return (random) => {
    const limit = `limit=${1 + random.below(largestLimit)}`
    switch (random.below(4)) {
      case 0: {
        const id = random.one(ids)
        return `/rates/changes?institution_id=${id}&${limit}&offset=${random.below(counts.get(id) ?? 1)}`
      }
      case 1: {
        // The changes are spread evenly over the period, but for its very beginning.
        const share = 0.05 + 0.85 * random.fraction()
        const since = dayOf(after(period.last, -share * (period.last - period.first)))
        return `/rates/changes?since=${since}&${limit}&offset=${random.below(Math.floor(all * share * 0.9))}`
      }
      default:
        return deep(random).replace('limit=200', limit)
    }
  }
}

/** `/rates/changes` far back in the whole market, or in the raises, the cuts, or one type of institution. */
export function deepTargets(series: readonly SeriesCount[]): Maker {
  const of = (query: string, count: (one: SeriesCount) => number, type?: string) => ({
    query,
    count: total(series, count, (one) => type === undefined || one.type === type),
  })
  const kinds = [
    of('', ({ ups, downs }) => ups + downs),
    of('direction=up&', ({ ups }) => ups),
    of('direction=down&', ({ downs }) => downs),
    of('type=bank&', ({ ups, downs }) => ups + downs, 'bank'),
    of('type=nbfi&', ({ ups, downs }) => ups + downs, 'nbfi'),
  ]
  return (random) => {
    const { query, count } = random.one(kinds)
    return `/rates/changes?${query}limit=200&offset=${Math.floor(count * (0.1 + 0.9 * random.fraction()))}`
  }
}

/** `/summary` with any filters, or none. */
export function summaryTargets(series: readonly SeriesCount[]): Maker {
  return (random) => {
    const { type, variant, tenure, payout } = random.one(series)
    const asked = [
      ...(random.below(2) === 0 ? [`type=${type}`] : []),
      ...(random.below(3) === 0 ? [`variant=${variant}`] : []),
      ...(random.below(3) === 0 ? [`tenure_months=${tenure}`] : []),
      ...(random.below(3) === 0 ? [`payout_type=${payout}`] : []),
    ]
    return asked.length === 0 ? '/summary' : `/summary?${asked.join('&')}`
  }
}

/** `/summary/history` of any terms, from the beginning or from any day on. */
export function summaryHistoryTargets(series: readonly SeriesCount[]): Maker {
  return (random) => {
    const { type, variant, tenure, payout } = random.one(series)
    const day = dayOf(after(period.last, -random.fraction() * (period.last - period.first)))
    const asked = [
      `tenure_months=${tenure}`,
      `variant=${variant}`,
      `payout_type=${payout}`,
      ...(random.below(3) === 0 ? [`type=${type}`] : []),
      ...(random.below(4) > 0 ? [`since=${day}`] : []),
    ]
    return `/summary/history?${asked.join('&')}`
  }
}
