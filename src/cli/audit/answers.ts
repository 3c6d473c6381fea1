import { dayOf } from '../../domain/day.ts'
import { keyOf } from '../../domain/offer.ts'
import { answerRows, type AnswerSource } from '../../http/answer-rows.ts'
import type { Endpoint } from '../../http/endpoint.ts'
import bestRates from '../../http/endpoints/best-rates.ts'
import compare from '../../http/endpoints/compare.ts'
import currentOffers from '../../http/endpoints/current-offers.ts'
import freshness from '../../http/endpoints/freshness.ts'
import institutions from '../../http/endpoints/institutions.ts'
import rateChanges from '../../http/endpoints/rate-changes.ts'
import rateHistory from '../../http/endpoints/rate-history.ts'
import summaryHistory from '../../http/endpoints/summary-history.ts'
import summary from '../../http/endpoints/summary.ts'
import type { RawQuery } from '../../http/schema/read-query.ts'
import type { Rederived } from '../../market/rederive.ts'
import type { Difference } from '../../publish/audit/audit-entries.ts'
import type { StoreViews } from '../../store/store.ts'
import { expectedFreshness, expectedOf, expectedOffers, type Row } from './expected.ts'
import { amountsOf, headlinesOf, offerRowsOf, reachedWith } from './amounts.ts'
import { expectedBestRates } from './best-rates.ts'
import { expectedComparison, expectedSummary, type InstitutionOffer } from './figures.ts'

/** A list from an answer or a view, and the list that the log requires. */
export type Comparison = {
  readonly where: string
  readonly expected: readonly Row[]
  readonly found: readonly Row[]
}

/** The largest page that the API allows. */
const pageLength = 1000

/** Compares the answers of the endpoints of rates and institutions with the log. */
export function* compareAnswers(log: Rederived, view: AnswerSource): Generator<Comparison> {
  const request = (endpoint: Endpoint, query: RawQuery, id?: string): readonly Row[] =>
    answerRows(endpoint, view, query, id)
  /** All pages of a list that is newest first, joined oldest first. */
  const all = (endpoint: Endpoint, id?: string): readonly Row[] => {
    const rows: Row[] = []
    let page: readonly Row[]
    do {
      const query = { limit: String(pageLength), offset: String(rows.length), details: 'true' }
      page = request(endpoint, query, id)
      rows.push(...page)
    } while (page.length === pageLength)
    return rows.toReversed()
  }
  const comparisonOf = (
    endpoint: Endpoint,
    expected: readonly Row[],
    found: readonly Row[],
  ): Comparison => ({
    where: endpoint.path,
    expected,
    found,
  })

  const { institutions: registered, offers, history, changes } = expectedOf(log)
  yield comparisonOf(
    institutions,
    without(registered, ['stale_after_days']),
    request(institutions, { active_only: 'false' }),
  )
  yield comparisonOf(currentOffers, offers, request(currentOffers, {}))
  yield comparisonOf(rateChanges, changes, all(rateChanges))
  for (const { institution } of log.institutions) {
    const own = history.filter(({ institution_id: id }) => id === institution.id)
    yield comparisonOf(rateHistory, own, all(rateHistory, institution.id))
  }
  const allOffers = offerRowsOf(log)
  const headlines = headlinesOf(allOffers)
  yield comparisonOf(summary, expectedSummary(headlines), request(summary, {}))
  const today = dayOf(view.now)
  for (const group of Map.groupBy(headlines, keyOf).values()) {
    const query = termsQueryOf(group)
    yield comparisonOf(compare, expectedComparison(group), request(compare, query))
    const now = expectedSummary(group).map((row) => ({ ...row, snapshot_date: today }))
    yield comparisonOf(summaryHistory, now, request(summaryHistory, { ...query, since: today }))
  }
  const best = expectedBestRates(allOffers, log.lastChanges)
  yield comparisonOf(bestRates, best.slice(0, 100), request(bestRates, { limit: '100' }))
  for (const deposit of amountsOf(log)) {
    const reached = reachedWith(deposit, allOffers)
    const rows = expectedOffers(reached, log.institutions)
    yield comparisonOf(currentOffers, rows, request(currentOffers, { deposit }))
    const reachedGroups = Map.groupBy(reached, keyOf)
    for (const [key, group] of Map.groupBy(headlines, keyOf)) {
      const expected = expectedComparison(reachedGroups.get(key) ?? [])
      const query = { ...termsQueryOf(group), deposit }
      yield comparisonOf(compare, expected, request(compare, query))
    }
    const reachedBest = expectedBestRates(reached, log.lastChanges).slice(0, 100)
    yield comparisonOf(bestRates, reachedBest, request(bestRates, { limit: '100', deposit }))
  }
  yield comparisonOf(freshness, expectedFreshness(log, view.now), request(freshness, {}))
}

/** Compares the SQL views with the log. */
export function* compareViews(log: Rederived, views: StoreViews): Generator<Comparison> {
  const { institutions: registered, offers, history } = expectedOf(log)
  const active = (row: Row): Row => ({ ...row, active: row['active'] === 1 })
  yield {
    where: 'The view institution',
    expected: registered,
    found: views.institution.map(active),
  }
  yield {
    where: 'The view rate_history',
    expected: without(history, [
      'prev_changed_at',
      'prev_seen_at',
      'prev_withdrawn_at',
      'read_at',
      'printed_date',
    ]),
    found: views.rateHistory,
  }
  yield { where: 'The view current_offer', expected: offers, found: views.currentOffer }
}

/** The first row that differs from the log, with the position of the entry that it comes from. */
export function firstDifference(comparisons: Iterable<Comparison>): Difference | undefined {
  for (const { where, expected, found } of comparisons) {
    for (let i = 0; i < Math.max(expected.length, found.length); i++) {
      const [expectedRow, foundRow] = [expected[i], found[i]]
      const message = differenceBetween(expectedRow, foundRow)
      if (message === undefined) continue
      const position =
        (expectedRow ?? foundRow ?? {})['position'] ?? expected.at(-1)?.['position'] ?? 1
      return {
        position: position as number,
        message: `${where} differs from the log in row ${i + 1}: ${message}`,
      }
    }
  }
  return undefined
}

/** The parameters that request the terms that these offers share. */
function termsQueryOf(offers: readonly InstitutionOffer[]): RawQuery {
  const [first] = offers
  if (first === undefined) throw new Error('A group has an offer.')
  const { tenure, variant, payout } = first
  return { tenure_months: tenure, variant, payout_type: payout }
}

function differenceBetween(expected: Row | undefined, found: Row | undefined): string | undefined {
  if (expected === undefined) return `it has ${JSON.stringify(found)}, which the log does not.`
  if (found === undefined) return `it lacks ${JSON.stringify(expected)}.`
  // A view has the position that a row comes from; an answer does not.
  const fields = new Set([...Object.keys(expected), ...Object.keys(found)])
  if (!('position' in found)) fields.delete('position')
  const field = [...fields].find((name) => expected[name] !== found[name])
  if (field === undefined) return undefined
  return `${field} is ${JSON.stringify(found[field])}, and the log says ${JSON.stringify(expected[field])}.`
}

function without(rows: readonly Row[], fields: readonly string[]): readonly Row[] {
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => !fields.includes(name))),
  )
}
