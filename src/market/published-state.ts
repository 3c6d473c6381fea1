import type { CorrectedFigure } from '../domain/correction.ts'
import { sameDecimal } from '../domain/decimal.ts'
import type { Correcting, Entry } from '../domain/entry.ts'
import { compareTiers, depositOf, keyOf, type Offer } from '../domain/offer.ts'
import type { Sheet } from '../domain/sheet.ts'
import type { InstitutionBook } from './market.ts'
import { confirmed, standingAfter } from './standing.ts'

/** What an institution offers, and when it was published and checked. A correction may change any of it. */
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
      return { ...state, checkedAt: entry.at }
    case 'rates-verified':
      return {
        ...state,
        standing: confirmed(state.standing, entry.at),
        checkedAt: entry.at,
      }
    case 'institution-registered':
    case 'rate-corrected':
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
  const corrections = correctionsIn(entries)
  let state = nothingPublished
  const correct = (figures: readonly CorrectedFigure[], sheet: Sheet | undefined): void => {
    if (sheet === undefined) return
    state = { ...state, standing: standingWith(state.standing, figures, sheet) }
  }
  for (const entry of entries) {
    if (retracted.has(entry.position)) continue
    state = stateAfter(state, entry)
    if (entry.kind === 'sheet-published') {
      // A figure that later sheets have changed stands again if those are retracted.
      const own = corrections.filter(({ correction: { of } }) => of === entry.position)
      correct(
        own.flatMap(({ correction }) => correction.figures),
        entry.sheet,
      )
    } else if (entry.kind === 'rate-corrected' && entry.changes.length > 0) {
      const { of, isRetraction, figures } = entry.correction
      if (!isRetraction && !retracted.has(of)) correct(figures, sheetAt(entries, of))
    }
  }
  return state
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

/** The sheet that was published at a position. */
export function sheetAt(entries: readonly Entry[], position: number): Sheet | undefined {
  const entry = entries.find((one) => one.position === position)
  return entry?.kind === 'sheet-published' ? entry.sheet : undefined
}

function correctionsIn(entries: readonly Entry[]): readonly Correcting[] {
  return entries.filter((entry) => entry.kind === 'rate-corrected')
}

/** Standing offers with other rates. An offer that returns has the source of the sheet that wrongly left it out. */
function standingWith(
  before: PublishedState['standing'],
  figures: readonly CorrectedFigure[],
  { scrapedAt, sourceUrl }: Sheet,
): PublishedState['standing'] {
  const standing = new Map(before)
  for (const { was: _, now, ...tier } of figures) {
    const key = keyOf(tier)
    const terms = standing.get(key)
    const isTier = (offer: Offer): boolean => sameDecimal(depositOf(offer), depositOf(tier))
    const others = terms?.offers.filter((offer) => !isTier(offer)) ?? []
    const offer = terms?.offers.find(isTier) ?? tier
    const offers = now === undefined ? others : [...others, { ...offer, rate: now }]
    const source = terms ?? { scrapedAt, sourceUrl, confirmedAt: scrapedAt }
    if (offers.length === 0) standing.delete(key)
    else standing.set(key, { ...source, offers: offers.toSorted(compareTiers) as [Offer] })
  }
  return standing
}
