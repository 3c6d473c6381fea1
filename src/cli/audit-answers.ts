import { withPlaces } from '../domain/decimal.ts'
import { instantText } from '../domain/instant.ts'
import { depositOf } from '../domain/offer.ts'
import { answer, type View } from '../http/answer.ts'
import type { Endpoint } from '../http/endpoint.ts'
import currentOffers from '../http/endpoints/current-offers.ts'
import institutions from '../http/endpoints/institutions.ts'
import rateChanges from '../http/endpoints/rate-changes.ts'
import rateHistory from '../http/endpoints/rate-history.ts'
import type { RawQuery } from '../http/read-query.ts'
import type { Difference } from '../publish/audit-entries.ts'
import type { Rederived } from '../market/rederive.ts'
import type { StoreViews } from '../store/store.ts'

type Row = Readonly<Record<string, unknown>>

/** What the log says, in the words of the API: the rows with which every other way to them is compared. */
export type Expected = { readonly [list in 'institutions' | 'history' | 'offers']: readonly Row[] }

/** The rederived rows as answers and views should have them, each with its position. */
export function expectedOf({ institutions: registered, history, offers }: Rederived): Expected {
  const names = new Map(registered.map(({ institution }) => [institution.id, institution.name]))
  return {
    institutions: registered.map(({ position, institution }) => ({
      position,
      id: institution.id,
      name: institution.name,
      type: institution.type,
      website: institution.website,
      active: institution.active,
      license_type: institution.licenseType,
      credit_rating: institution.creditRating,
      rating_agency: institution.ratingAgency,
      rating_updated: institution.ratingUpdated,
    })),
    history: history.map((change) => ({
      position: change.position,
      institution_id: change.institutionId,
      product_variant: change.variant,
      tenure_months: withPlaces(change.tenure, 2),
      payout_type: change.payout,
      prev_rate_pa: withPlaces(change.previous, 3),
      new_rate_pa: withPlaces(change.rate, 3),
      direction: change.direction,
      changed_at: instantText(change.at),
    })),
    offers: offers.map(({ position, institutionId, sheet, ...offer }) => ({
      position,
      institution_id: institutionId,
      institution_name: names.get(institutionId),
      product_variant: offer.variant,
      tenure_months: withPlaces(offer.tenure, 2),
      rate_pa: withPlaces(offer.rate, 3),
      payout_type: offer.payout,
      min_deposit: withPlaces(depositOf(offer), 2),
      currency: sheet.currency,
      scraped_at: instantText(sheet.scrapedAt),
      source_url: sheet.sourceUrl,
    })),
  }
}

/** The first row in which what the server would answer differs from the log. */
export function differenceInAnswers(expected: Expected, view: View): Difference | undefined {
  const ask = (endpoint: Endpoint, query: RawQuery, id?: string): readonly Row[] => {
    const said = answer(endpoint, view, query, id)
    return 'problem' in said ? [] : (JSON.parse(said.content.body) as Row[])
  }
  /** Every page of a list that is newest first, oldest first. */
  const all = (endpoint: Endpoint, id?: string): readonly Row[] => {
    const rows: Row[] = []
    let page: readonly Row[]
    do {
      page = ask(endpoint, { limit: String(pageLength), offset: String(rows.length) }, id)
      rows.push(...page)
    } while (page.length === pageLength)
    return rows.toReversed()
  }
  const moves = expected.history.filter(
    ({ direction }) => direction === 'up' || direction === 'down',
  )
  return (
    firstDifference(
      '/institutions',
      expected.institutions,
      ask(institutions, { active_only: 'false' }),
    ) ??
    firstDifference('/rates/current', expected.offers, ask(currentOffers, {})) ??
    firstDifference('/rates/changes', moves, all(rateChanges)) ??
    expected.institutions.reduce<Difference | undefined>((found, { id }) => {
      const history = expected.history.filter(({ institution_id: of }) => of === id)
      return (
        found ??
        firstDifference(`/rates/history/${String(id)}`, history, all(rateHistory, String(id)))
      )
    }, undefined)
  )
}

const pageLength = 1000

/** The first row in which the SQL views differ from the log. */
export function differenceInViews(expected: Expected, views: StoreViews): Difference | undefined {
  const institutionRows = views.institution.map((row) => ({
    ...row,
    active: row['active'] === 1 || row['active'] === true,
  }))
  return (
    firstDifference('the view institution', expected.institutions, institutionRows) ??
    firstDifference('the view rate_history', expected.history, views.rateHistory) ??
    firstDifference('the view current_offer', expected.offers, views.currentOffer)
  )
}

/** Rows agree if every field that both have is equal, the position in views among them. */
function firstDifference(
  where: string,
  expected: readonly Row[],
  found: readonly Row[],
): Difference | undefined {
  for (let i = 0; i < Math.max(expected.length, found.length); i++) {
    const [should, is] = [expected[i], found[i]]
    const fields = Object.keys(should ?? {}).filter((field) => is === undefined || field in is)
    const field = fields.find((name) => should?.[name] !== is?.[name])
    if (should !== undefined && is !== undefined && field === undefined) continue
    const position = (should?.['position'] ??
      is?.['position'] ??
      expected.at(-1)?.['position'] ??
      0) as number
    return {
      position,
      message: `${where} differs from the log in row ${i + 1}: ${sentence(should, is, field)}`,
    }
  }
  return undefined
}

function sentence(should: Row | undefined, is: Row | undefined, field = ''): string {
  if (should === undefined) return `it has ${JSON.stringify(is)}, which the log does not.`
  if (is === undefined) return `it lacks ${JSON.stringify(should)}.`
  return `${field} is ${JSON.stringify(is[field])}, and the log says ${JSON.stringify(should[field])}.`
}
