import { compareText } from '../domain/decimal.ts'
import type { RateChange } from '../domain/change.ts'
import type { CorrectedFigure } from '../domain/correction.ts'
import type { Correcting, Entry, Publishing } from '../domain/entry.ts'
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

/** The meaning of a whole book. Each row has the position of the entry that it comes from. */
export type Rederived = {
  readonly institutions: readonly { readonly position: number; readonly institution: Institution }[]
  /** Oldest first. */
  readonly history: readonly HistoryRow[]
  /** The offers of active institutions. */
  readonly offers: readonly StandingRow[]
  readonly freshness: readonly FreshnessRow[]
}
/** A record of the rate history. */
export type HistoryRow = RateChange & RowOrigin
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
  const registered = new Map<string, { position: number; institution: Institution }>()
  const history: HistoryRow[] = []
  for (const { position, at, institutionId, ...entry } of entries) {
    switch (entry.kind) {
      case 'institution-registered':
        registered.set(institutionId, { position, institution: entry.institution })
        break
      case 'sheet-published':
      case 'rate-corrected':
        for (const change of entry.changes) {
          if (change.direction !== 'withdrawn')
            history.push({ ...change, position, at, institutionId })
        }
        break
      case 'rates-checked':
      case 'rates-verified':
        break
      default:
        throw entry satisfies never
    }
  }
  const institutions = [...registered.values()].toSorted((a, b) =>
    compareText(a.institution.id, b.institution.id),
  )
  const active = institutions.filter(({ institution }) => institution.active)
  return {
    institutions,
    history,
    offers: active.flatMap(({ institution }) => offersOf(institution.id, entries)),
    freshness: institutions.flatMap(({ institution }) => freshnessOf(institution, entries)),
  }
}

function freshnessOf(institution: Institution, entries: readonly Entry[]): readonly FreshnessRow[] {
  const own = entries.filter(({ institutionId }) => institutionId === institution.id)
  const sheets = publishedSheets(own)
  const last = sheets.at(-1)
  if (last === undefined) return []
  const checks = own.flatMap(({ kind, at }) =>
    kind === 'rates-checked' || kind === 'rates-verified' ? [at] : [],
  )
  const confirmedAt = ({ position, sheet }: StandingRow): Instant =>
    own.findLast((entry) => entry.kind === 'rates-verified' && entry.position > position)?.at ??
    sheet.scrapedAt
  const offers = offersOf(institution.id, own)
  return [
    {
      position: last.position,
      institution,
      publishedAt: last.at,
      checkedAt: [...sheets.map(({ sheet }) => sheet.scrapedAt), ...checks].reduce((a, b) =>
        a > b ? a : b,
      ),
      verifiedAt:
        offers.length === 0
          ? last.sheet.scrapedAt
          : offers.map(confirmedAt).reduce((a, b) => (a < b ? a : b)),
    },
  ]
}

/** The sheets that were not retracted. */
function publishedSheets(entries: readonly Entry[]): readonly Publishing[] {
  const retracted = entries.flatMap((entry) =>
    entry.kind === 'rate-corrected' && entry.correction.isRetraction ? [entry.correction.of] : [],
  )
  return entries.filter(
    (entry) => entry.kind === 'sheet-published' && !retracted.includes(entry.position),
  ) as Publishing[]
}

/** A sheet that lists some terms lists all their tiers: the last such sheet has the offers, unless a later one withdraws them. */
function offersOf(institutionId: string, entries: readonly Entry[]): readonly StandingRow[] {
  const own = entries.filter((entry) => entry.institutionId === institutionId)
  const sheets = publishedSheets(own).map((publication) => ({
    ...publication,
    listed: Map.groupBy(publication.sheet.offers, keyOf),
  }))
  const corrections = own.filter(
    (entry) =>
      entry.kind === 'rate-corrected' &&
      !entry.correction.isRetraction &&
      sheets.some(({ position }) => position === entry.correction.of),
  ) as Correcting[]
  // The sheet that listed a corrected offer may be retracted.
  const corrected = corrections.flatMap(({ correction }) => correction.figures.map(keyOf))
  const keys = new Set([...sheets.flatMap(({ listed }) => [...listed.keys()]), ...corrected])
  const offers = [...keys].flatMap((key) => {
    const last = sheets.findLast(({ sheet, listed }) => listed.has(key) || withdraws(sheet, key))
    if (last === undefined) return []
    const { position, at, sheet } = last
    const listed = last.listed.get(key) ?? []
    let standing = listed
    for (const { correction, changes, ...entry } of corrections) {
      const applies =
        correction.of === position || (entry.position > position && changes.length > 0)
      if (!applies) continue
      const figures = correction.figures.filter((one) => keyOf(one) === key)
      standing = replaceRates(standing, figures, listed)
    }
    return standing.map((offer) => ({ ...offer, position, at, institutionId, sheet }))
  })
  return offers.toSorted(compareTiers)
}

/** Offers with the figures of a correction in place of their rates. What else a sheet lists of an offer is kept. */
function replaceRates(
  offers: readonly Offer[],
  figures: readonly CorrectedFigure[],
  listed: readonly Offer[],
): Offer[] {
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

/** Whether a sheet withdraws some terms that it does not list. */
function withdraws({ complete, covers }: Sheet, key: TermsKey): boolean {
  return complete && covers.some((variant) => key.startsWith(`${variant} `))
}
