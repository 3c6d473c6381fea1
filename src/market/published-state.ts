import type { CorrectedFigure } from '../domain/correction.ts'
import type { Correcting, Entry, Publishing } from '../domain/entry.ts'
import {
  compareTiers,
  keyOf,
  tierKeyOf,
  tierOf,
  type Offer,
  type Terms,
  type Tier,
} from '../domain/offer.ts'
import type { InstitutionBook } from './market.ts'
import { confirmed, confirms, listsOrWithdraws, standingAfter } from './standing.ts'

/** The standing offers of an institution, its last sheet and the time of its last check. A correction may change all of them. */
export type PublishedState = Pick<InstitutionBook, 'standing' | 'publication' | 'checkedAt'>

const nothingPublished: PublishedState = {
  standing: new Map(),
  publication: undefined,
  checkedAt: undefined,
}

/** The state after one more entry that is no correction. */
export function stateAfter(state: PublishedState, entry: Entry): PublishedState {
  switch (entry.kind) {
    case 'sheet-published': {
      const { position, at, sheet } = entry
      const { scrapedAt } = sheet
      const checkedAt = state.checkedAt ?? scrapedAt
      return {
        standing: standingAfter(state.standing, sheet),
        publication: { position, at, sheet },
        checkedAt: checkedAt > scrapedAt ? checkedAt : scrapedAt,
      }
    }
    case 'rates-checked':
      return entry.outcome === 'failed' ? state : { ...state, checkedAt: entry.at }
    case 'sheet-held':
      return { ...state, checkedAt: entry.at }
    case 'rates-verified':
      return {
        ...state,
        standing: confirmed(state.standing, entry.at, entry.tiers),
        checkedAt: entry.at,
      }
    case 'institution-registered':
    case 'rate-corrected':
    case 'sheet-decided':
    case 'source-accepted':
    case 'reviewer-registered':
    case 'reviewer-removed':
      return state
    default:
      throw entry satisfies never
  }
}

/** The state after all entries of an institution. Retracted sheets are left out, and wrong figures replaced. */
export function stateOf(
  entries: readonly Entry[],
  retracted: ReadonlySet<number> = retractedIn(entries),
): PublishedState {
  const kept = entries.filter(({ position }) => !retracted.has(position))
  const verifiesRetracted = retractedVerifications(entries, retracted)
  let state = nothingPublished
  for (const entry of kept)
    state = verifiesRetracted.has(entry.position)
      ? { ...state, checkedAt: entry.at }
      : stateAfter(state, entry)
  const confirming = kept.filter(({ position }) => !verifiesRetracted.has(position))
  let { standing } = state
  for (const { position, correction, changes } of correctionsIn(kept)) {
    if (correction.isRetraction || retracted.has(correction.of)) continue
    for (const figure of correction.figures) {
      const deciding = decidingSheet(kept, figure)
      // A correction with changes also replaces the figure of a later sheet that repeated the wrong rate.
      const applies =
        deciding !== undefined &&
        (correction.of === deciding.position ||
          (changes.length > 0 && position > deciding.position))
      if (applies) standing = standingWith(standing, figure, deciding, confirming)
    }
  }
  return { ...state, standing }
}

/** The last sheet that lists or withdraws some terms. The entries contain no retracted sheet. */
export function decidingSheet(entries: readonly Entry[], terms: Terms): Publishing | undefined {
  return entries.findLast(
    (entry) => entry.kind === 'sheet-published' && listsOrWithdraws(entry.sheet, terms),
  ) as Publishing | undefined
}

/** The state before a sheet was published, without the sheets that are retracted now. */
export function stateBefore(
  entries: readonly Entry[],
  position: number,
  retracted?: ReadonlySet<number>,
): PublishedState {
  const isBefore = (entry: Entry): boolean =>
    entry.position < position || (entry.kind === 'rate-corrected' && entry.correction.of < position)
  return stateOf(entries.filter(isBefore), retracted)
}

/** The positions of retracted sheets. */
export function retractedIn(entries: readonly Entry[]): ReadonlySet<number> {
  const retractions = correctionsIn(entries).filter(({ correction }) => correction.isRetraction)
  return new Set(retractions.map(({ correction }) => correction.of))
}

/** The positions of verifications of a sheet that was retracted later. They say nothing about the offers that stand without it. */
export function retractedVerifications(
  entries: readonly Entry[],
  retracted: ReadonlySet<number>,
): ReadonlySet<number> {
  if (retracted.size === 0) return new Set()
  const retractedAt = new Map<number, number>()
  for (const { position, correction } of correctionsIn(entries))
    if (correction.isRetraction) retractedAt.set(correction.of, position)
  const found = new Set<number>()
  let last = 0
  for (const { kind, position } of entries) {
    if (kind === 'sheet-published') last = position
    const isLater = (retractedAt.get(last) ?? Infinity) > position
    if (kind === 'rates-verified' && retracted.has(last) && isLater) found.add(position)
  }
  return found
}

function correctionsIn(entries: readonly Entry[]): readonly Correcting[] {
  return entries.filter((entry) => entry.kind === 'rate-corrected')
}

/** Standing offers with one other rate. An offer that returns has the source of the sheet that decides about its terms. */
function standingWith(
  before: PublishedState['standing'],
  figure: CorrectedFigure,
  { position, sheet }: Publishing,
  entries: readonly Entry[],
): PublishedState['standing'] {
  const standing = new Map(before)
  const { now } = figure
  const key = keyOf(figure)
  const terms = standing.get(key)
  const isTier = (offer: Tier): boolean => tierKeyOf(offer) === tierKeyOf(figure)
  const others = terms?.offers.filter((offer) => !isTier(offer)) ?? []
  const offer = sheet.offers.find(isTier) ?? tierOf(figure)
  const offers = now === undefined ? others : [...others, { ...offer, rate: now }]
  const { scrapedAt, sourceUrl } = sheet
  const verified = entries.findLast(
    (entry) =>
      entry.kind === 'rates-verified' && entry.position > position && confirms(entry, figure),
  )
  const source = terms ?? { scrapedAt, sourceUrl, confirmedAt: verified?.at ?? scrapedAt }
  if (offers.length === 0) standing.delete(key)
  else standing.set(key, { ...source, offers: offers.toSorted(compareTiers) as [Offer] })
  return standing
}
