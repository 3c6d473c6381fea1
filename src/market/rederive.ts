import { compareText } from '../domain/decimal.ts'
import type { RateChange } from '../domain/change.ts'
import type { Entry, Publishing } from '../domain/entry.ts'
import type { Institution } from '../domain/institution.ts'
import type { Instant } from '../domain/instant.ts'
import { compareTiers, keyOf, type Offer, type TermsKey } from '../domain/offer.ts'
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
  const last = own.findLast((entry) => entry.kind === 'sheet-published')
  if (last === undefined) return []
  const readings = own.flatMap((entry) =>
    entry.kind === 'sheet-published' ? [entry.sheet.scrapedAt] : [],
  )
  const checks = own.flatMap(({ kind, at }) =>
    kind === 'rates-checked' || kind === 'rates-verified' ? [at] : [],
  )
  const confirmedAt = ({ position, sheet }: StandingRow): Instant =>
    own.findLast((entry) => entry.kind === 'rates-verified' && entry.position > position)?.at ??
    sheet.scrapedAt
  return [
    {
      position: last.position,
      institution,
      publishedAt: last.at,
      checkedAt: [...readings, ...checks].reduce((a, b) => (a > b ? a : b)),
      verifiedAt: offersOf(institution.id, own)
        .map(confirmedAt)
        .reduce((a, b) => (a < b ? a : b)),
    },
  ]
}

/** A sheet that lists some terms lists all their tiers: the last such sheet has the offers, unless a later one withdraws them. */
function offersOf(institutionId: string, entries: readonly Entry[]): readonly StandingRow[] {
  const publications = entries
    .filter(
      (entry): entry is Publishing =>
        entry.kind === 'sheet-published' && entry.institutionId === institutionId,
    )
    .map((publication) => ({
      ...publication,
      listed: Map.groupBy(publication.sheet.offers, keyOf),
    }))
  const everListed = new Set(publications.flatMap(({ listed }) => [...listed.keys()]))
  const offers = [...everListed].flatMap((key) => {
    const last = publications.findLast(
      ({ sheet, listed }) => listed.has(key) || withdraws(sheet, key),
    )
    if (last === undefined) return []
    const { position, at, sheet, listed } = last
    return (listed.get(key) ?? []).map((offer) => ({
      ...offer,
      position,
      at,
      institutionId,
      sheet,
    }))
  })
  return offers.toSorted(compareTiers)
}

/** Whether a sheet withdraws some terms that it does not list. */
function withdraws({ complete, covers }: Sheet, key: TermsKey): boolean {
  return complete && covers.some((variant) => key.startsWith(`${variant} `))
}
