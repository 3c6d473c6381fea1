import { withPlaces } from '../../src/domain/decimal.ts'
import type { Draft } from '../../src/domain/entry.ts'
import { instantText } from '../../src/domain/instant.ts'
import type { Institution } from '../../src/domain/institution.ts'
import { depositOf, keyOf, type Offer, type TermsKey } from '../../src/domain/offer.ts'

type Publishing = Extract<Draft, { kind: 'sheet-published' }>
type Row = readonly (string | number | boolean | null)[]

/** A market as the tables of a hand-written service: each a list of rows, in the order of its columns. */
export type Tables = {
  readonly institution: Row[]
  /** Every record of the history, numbered in the order of the book. */
  readonly history: Row[]
  readonly offer: Row[]
  /** From when until when (null: still) a headline rate stood. */
  readonly step: Row[]
}

const words = (text: string): readonly string[] => text.split(' ')

/** The columns of each table, in the order of its rows. */
export const columns: Readonly<Record<keyof Tables, readonly string[]>> = {
  institution: words('id name type active'),
  history: words(
    'seq institution_id institution_type variant tenure payout prev_rate new_rate direction changed_at',
  ),
  offer: words(
    'institution_id institution_type variant tenure payout rate ' +
      'min_deposit is_headline currency scraped_at source_url last_changed_at trend',
  ),
  step: words('institution_type variant tenure payout institution_id rate since until'),
}

/** Works the tables out of the entries of a book: what a developer's own importer would keep. */
export function tablesOf(drafts: readonly Draft[]): Tables {
  const institutions = new Map<string, Institution>()
  const known = new Map<string, Map<TermsKey, Series>>()
  const history: Row[] = []
  const step: Row[] = []
  for (const draft of drafts) {
    if (draft.kind === 'institution-registered')
      institutions.set(draft.institutionId, draft.institution)
    if (draft.kind !== 'sheet-published') continue
    const type = institutions.get(draft.institutionId)?.type ?? 'bank'
    const series = known.get(draft.institutionId) ?? new Map<TermsKey, Series>()
    known.set(draft.institutionId, series)
    enterChanges(draft, type, series, history, step)
    enterOffers(draft, series)
  }
  const offer: Row[] = []
  for (const [id, series] of known) {
    const type = institutions.get(id)?.type ?? 'bank'
    for (const one of series.values()) {
      if (one.since === undefined) continue
      const { variant, tenure, payout } = one.offers[0] as Offer
      step.push([type, variant, tenure, payout, id, one.rate, one.since, null])
      offer.push(...offerRows(id, type, one))
    }
  }
  const institution = Array.from(institutions.values(), ({ id, name, type, active }): Row => {
    return [id, name, type, active]
  })
  return { institution, history, offer, step }
}

type Series = {
  rate: string
  /** Since when it stands so; `undefined` if it does not stand. */
  since: string | undefined
  changedAt: string
  trend: string
  offers: readonly Offer[]
  sheet: Publishing['sheet'] | undefined
}

function enterChanges(
  { at, institutionId, changes }: Publishing,
  type: string,
  known: Map<TermsKey, Series>,
  history: Row[],
  step: Row[],
): void {
  const when = instantText(at)
  for (const change of changes) {
    const { variant, tenure, payout, direction, previous } = change
    const key = keyOf(change)
    const before = known.get(key)
    if (before?.since !== undefined) {
      const { rate, since } = before
      step.push([type, variant, tenure, payout, institutionId, rate, since, when])
    }
    if (change.direction === 'withdrawn') {
      if (before !== undefined) before.since = undefined
      continue
    }
    const terms = [institutionId, type, variant, tenure, payout]
    history.push([history.length + 1, ...terms, previous, change.rate, direction, when])
    const trend = direction === 'up' || direction === 'down' ? direction : (before?.trend ?? 'flat')
    known.set(key, {
      rate: change.rate,
      since: when,
      changedAt: when,
      trend,
      offers: before?.offers ?? [],
      sheet: before?.sheet,
    })
  }
}

function enterOffers({ sheet }: Publishing, known: ReadonlyMap<TermsKey, Series>): void {
  for (const [key, offers] of Map.groupBy(sheet.offers, keyOf)) {
    const series = known.get(key)
    if (series !== undefined) Object.assign(series, { offers, sheet })
  }
}

function offerRows(id: string, type: string, { offers, sheet, changedAt, trend }: Series): Row[] {
  if (sheet === undefined) throw new Error(`An offer of ${id} was on no sheet.`)
  const read = [sheet.currency, instantText(sheet.scrapedAt), sheet.sourceUrl]
  return offers.map((offer, i) => [
    id,
    type,
    offer.variant,
    offer.tenure,
    offer.payout,
    offer.rate,
    withPlaces(depositOf(offer), 2),
    i === 0,
    ...read,
    changedAt,
    trend,
  ])
}
