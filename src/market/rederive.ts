import { compareText } from '../domain/decimal.ts'
import type { RateChange } from '../domain/change.ts'
import type { CorrectedFigure } from '../domain/correction.ts'
import type { Day } from '../domain/day.ts'
import type { Entry, Publishing } from '../domain/entry.ts'
import type { Institution } from '../domain/institution.ts'
import type { Instant } from '../domain/instant.ts'
import {
  compareTiers,
  keyOf,
  tierKeyOf,
  tierOf,
  type Offer,
  type TermsKey,
} from '../domain/offer.ts'
import type { Sheet } from '../domain/sheet.ts'
import { confirmedAt, correctionsIn, publishedSheets, withdraws } from './rederive-readings.ts'
import { rederiveSeries, type RederivedSeries } from './rederive-series.ts'

/** The meaning of a whole book. Each row has the position of the entry that it comes from. */
export type Rederived = {
  readonly institutions: readonly { readonly position: number; readonly institution: Institution }[]
  /** Oldest first. */
  readonly history: readonly HistoryRow[]
  /** Oldest first, without corrections and false records. */
  readonly correctedHistory: readonly HistoryRow[]
  /** The last change of each current tier, by institution. */
  readonly lastChanges: ReadonlyMap<string, RederivedSeries['lastChanges']>
  /** The offers of active institutions. */
  readonly offers: readonly StandingRow[]
  readonly freshness: readonly FreshnessRow[]
}
/** A record of the rate history. */
export type HistoryRow = RateChange &
  RowOrigin &
  PreviousTimes & {
    /** The position of the corrected sheet, if a correction made the record. */
    readonly correctionOf?: number
    /** When the figures were read, and the day that the page prints, if a sheet made the record. */
    readonly readAt?: Instant
    readonly printedDay?: Day | undefined
  }
/** When the previous rate of a record was entered, last confirmed and withdrawn; `undefined` for the first rate. */
export type PreviousTimes = {
  readonly previousAt: Instant | undefined
  readonly previousSeenAt: Instant | undefined
  /** `undefined` also if the offer was not withdrawn between the two. */
  readonly previousWithdrawnAt: Instant | undefined
}
/** A current offer, and the latest sheet that lists it. */
export type StandingRow = Offer & RowOrigin & { readonly sheet: Sheet }

/** When the rates of an institution were last published, checked and confirmed. */
type FreshnessRow = {
  readonly position: number
  readonly institution: Institution
  readonly publishedAt: Instant
  readonly checkedAt: Instant
  readonly verifiedAt: Instant
}
/** The entry and institution that a row comes from. */
type RowOrigin = { readonly position: number; readonly at: Instant; readonly institutionId: string }

/**
 * Derives the meaning of a book in a slow and obvious way, for `audit` and tests.
 * `evolve` and the SQL views must come to the same result.
 */
export function rederive(entries: readonly Entry[]): Rederived {
  const ofInstitutions = entries.filter(
    ({ kind }) => kind !== 'reviewer-registered' && kind !== 'reviewer-removed',
  )
  const books = [...Map.groupBy(ofInstitutions, ({ institutionId }) => institutionId)]
    .toSorted(([a], [b]) => compareText(a, b))
    .map(([id, own]) => {
      const series = rederiveSeries(own)
      return { id, ...registrationOf(own), offers: offersOf(own), series, own }
    })
  const history = books.flatMap(({ series }) => series.history)
  const corrected = books.flatMap(({ series }) => series.correctedHistory)
  const active = books.filter(({ institution }) => institution.active)
  return {
    institutions: books.map(({ position, institution }) => ({ position, institution })),
    history: history.toSorted((a, b) => a.position - b.position),
    correctedHistory: corrected.toSorted((a, b) => a.position - b.position),
    lastChanges: new Map(books.map(({ id, series }) => [id, series.lastChanges])),
    offers: active.flatMap(({ offers }) => offers),
    freshness: books.flatMap(({ institution, own, offers }) =>
      freshnessOf(institution, own, offers),
    ),
  }
}

/** The last registration of an institution. */
function registrationOf(own: readonly Entry[]): Rederived['institutions'][number] {
  const last = own.findLast((entry) => entry.kind === 'institution-registered')
  if (last === undefined) throw new Error(`${own[0]?.institutionId} is not registered.`)
  return { position: last.position, institution: last.institution }
}

function freshnessOf(
  institution: Institution,
  own: readonly Entry[],
  offers: readonly StandingRow[],
): readonly FreshnessRow[] {
  const sheets = publishedSheets(own)
  const last = sheets.at(-1)
  if (last === undefined) return []
  const checks = own.filter(
    (entry) =>
      entry.kind === 'rates-verified' ||
      entry.kind === 'sheet-held' ||
      (entry.kind === 'rates-checked' && entry.outcome !== 'failed'),
  )
  const confirmations = offers.map((offer) => confirmedAt(own, offer, offer))
  const readings = sheets.map(({ sheet }) => sheet.scrapedAt)
  return [
    {
      position: last.position,
      institution,
      publishedAt: last.at,
      checkedAt: [...readings, ...checks.map(({ at }) => at)].reduce((a, b) => (a > b ? a : b)),
      verifiedAt: confirmations.reduce(
        (a, b) => (a < b ? a : b),
        confirmations[0] ?? last.sheet.scrapedAt,
      ),
    },
  ]
}

/** A sheet that lists some terms lists all their tiers: the last such sheet has the offers, unless a later one withdraws them. */
function offersOf(own: readonly Entry[]): readonly StandingRow[] {
  const sheets = publishedSheets(own)
  const positions = new Set(sheets.map(({ position }) => position))
  const corrections = correctionsIn(own).filter(
    ({ correction: { of, isRetraction } }) => !isRetraction && positions.has(of),
  )
  const figures = corrections.flatMap(({ correction }) => correction.figures)
  const offers = Array.from(lastSheets(sheets, figures.map(keyOf)), ([key, last]) => {
    const { position, at, institutionId, sheet } = last.sheet
    let standing = last.listed
    for (const { correction, changes, ...entry } of corrections) {
      const isLater = entry.position > position && changes.length > 0
      if (correction.of !== position && !isLater) continue
      const own = correction.figures.filter((one) => keyOf(one) === key)
      standing = replaceRates(standing, own, last.listed)
    }
    return standing.map((offer) => ({ ...offer, position, at, institutionId, sheet }))
  })
  return offers.flat().toSorted(compareTiers)
}

/** For all terms that sheets listed, the last sheet that lists or withdraws them, and the offers that it lists. */
function lastSheets(
  sheets: readonly Publishing[],
  corrected: readonly TermsKey[],
): ReadonlyMap<TermsKey, { readonly sheet: Publishing; readonly listed: readonly Offer[] }> {
  const last = new Map<TermsKey, { sheet: Publishing; listed: readonly Offer[] }>()
  for (const sheet of sheets) {
    // The sheet that listed a corrected offer may be retracted.
    for (const key of [...last.keys(), ...corrected])
      if (withdraws(sheet.sheet, key)) last.set(key, { sheet, listed: [] })
    for (const [key, listed] of Map.groupBy(sheet.sheet.offers, keyOf))
      last.set(key, { sheet, listed })
  }
  return last
}

/** Offers with the figures of a correction in place of their rates. The other details of an offer stay. */
function replaceRates(
  offers: readonly Offer[],
  figures: readonly CorrectedFigure[],
  listed: readonly Offer[],
): readonly Offer[] {
  const others = offers.filter((offer) =>
    figures.every((figure) => tierKeyOf(figure) !== tierKeyOf(offer)),
  )
  const replaced = figures.flatMap((figure) => {
    const { now } = figure
    const offer = listed.find((one) => tierKeyOf(one) === tierKeyOf(figure)) ?? tierOf(figure)
    return now === undefined ? [] : [{ ...offer, rate: now }]
  })
  return [...others, ...replaced]
}
