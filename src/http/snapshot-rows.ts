import { dayOf } from '../domain/day.ts'
import type { InstitutionType } from '../domain/institution.ts'
import { dayLength, type Instant } from '../domain/instant.ts'
import { keyOf, type Terms } from '../domain/offer.ts'
import type { Market } from '../market/market.ts'
import type { Snapshots } from '../query/summary-history.ts'
import { summaryTimeline, type Stretch } from '../query/summary-timeline.ts'
import { bounded } from './bounded.ts'
import { figureTexts, groupTexts } from './figures.ts'

/** A group as the end of a row: everything behind the day. */
export type GroupText = { readonly type: InstitutionType; readonly text: string }

/** The bytes that timelines may take up; one of ten years in which each day has other figures takes about a megabyte. */
const mostTimelines = 48_000_000
/** About what a group takes up: its text and two objects. */
const groupSize = 350

/** The timelines of a market with their groups as texts, each made when it is first asked for. */
export function textTimelines(market: Market): (terms: Terms) => readonly Stretch<GroupText>[] {
  const known = bounded<string, readonly Stretch<GroupText>[]>(
    mostTimelines,
    (stretches) => 1_000 + stretches.length * 2 * groupSize,
  )
  return (terms) => {
    const key = keyOf(terms)
    let found = known.get(key)
    if (found === undefined) {
      found = summaryTimeline(market, terms).map(({ from, groups }) => ({
        from,
        groups: groups.map((group) => ({
          type: group.type,
          text: JSON.stringify({ ...groupTexts(group), ...figureTexts(group) }).slice(1),
        })),
      }))
      known.set(key, found)
    }
    return found
  }
}

/** The days of a book as the beginnings of rows, each written once. */
export function dayTexts(): (day: number) => string {
  const known: string[] = []
  return (day) => (known[day] ??= `{"snapshot_date":"${dayOf((day * dayLength) as Instant)}",`)
}

/** The list of all snapshots, as JSON. */
export function snapshotList(
  stretches: readonly Snapshots<GroupText>[],
  textOf: (day: number) => string,
): string {
  let list = ''
  for (const { from, until, groups } of stretches) {
    for (let day = from; day < until; day++) {
      for (const { text } of groups) list += (list === '' ? '[' : ',') + textOf(day) + text
    }
  }
  return list === '' ? '[]' : `${list}]`
}
