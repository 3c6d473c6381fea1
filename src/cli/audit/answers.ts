import { dayOf } from '../../domain/day.ts'
import { keyOf } from '../../domain/offer.ts'
import { answerText, type View } from '../../http/answer.ts'
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
import type { Difference } from '../../publish/audit-entries.ts'
import type { StoreViews } from '../../store/store.ts'
import { expectedFreshness, expectedOf, type Row } from './expected.ts'
import {
  expectedBestRates,
  expectedComparison,
  expectedSummary,
  headlinesOf,
  type Headline,
} from './figures.ts'

/** A list that somebody would be given, beside what the log says that it should be. */
export type Comparison = {
  readonly where: string
  readonly expected: readonly Row[]
  readonly found: readonly Row[]
}

/** As many records as a page may have. */
const pageLength = 1000

/** Every endpoint's answer beside what the log says, one after the other. */
export function* compareAnswers(log: Rederived, view: View): Generator<Comparison> {
  const ask = (endpoint: Endpoint, query: RawQuery, id?: string): readonly Row[] =>
    JSON.parse(answerText(endpoint, view, query, id)) as Row[]
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
  const compared = (
    endpoint: Endpoint,
    expected: readonly Row[],
    found: readonly Row[],
  ): Comparison => ({
    where: endpoint.path,
    expected,
    found,
  })

  const { institutions: registered, offers, history, changes } = expectedOf(log)
  yield compared(
    institutions,
    without(registered, ['stale_after_days']),
    ask(institutions, { active_only: 'false' }),
  )
  yield compared(currentOffers, offers, ask(currentOffers, {}))
  yield compared(rateChanges, changes, all(rateChanges))
  for (const { institution } of log.institutions) {
    const own = history.filter(({ institution_id: id }) => id === institution.id)
    yield compared(
      rateHistory,
      without(own, ['product_variant', 'payout_type']),
      all(rateHistory, institution.id),
    )
  }
  const headlines = headlinesOf(log)
  yield compared(summary, expectedSummary(headlines), ask(summary, {}))
  const today = dayOf(view.now)
  for (const group of Map.groupBy(headlines, keyOf).values()) {
    const [{ tenure, variant, payout }] = group as [Headline, ...Headline[]]
    const query = { tenure_months: tenure, variant, payout_type: payout }
    yield compared(compare, expectedComparison(group), ask(compare, query))
    const now = expectedSummary(group).map((row) => ({ ...row, snapshot_date: today }))
    yield compared(summaryHistory, now, ask(summaryHistory, { ...query, since: today }))
  }
  const best = expectedBestRates(headlines, log.history)
  yield compared(bestRates, best.slice(0, 100), ask(bestRates, { limit: '100' }))
  yield compared(freshness, expectedFreshness(log, view.now), ask(freshness, {}))
}

/** What the SQL views say beside what the log says. */
export function* compareViews(log: Rederived, views: StoreViews): Generator<Comparison> {
  const { institutions: registered, offers, history } = expectedOf(log)
  const active = (row: Row): Row => ({ ...row, active: row['active'] === 1 })
  yield {
    where: 'The view institution',
    expected: registered,
    found: views.institution.map(active),
  }
  yield { where: 'The view rate_history', expected: history, found: views.rateHistory }
  yield { where: 'The view current_offer', expected: offers, found: views.currentOffer }
}

/** The first row that is not as the log says, with the position that the log has it from. */
export function firstDifference(comparisons: Iterable<Comparison>): Difference | undefined {
  for (const { where, expected, found } of comparisons) {
    for (let i = 0; i < Math.max(expected.length, found.length); i++) {
      const [should, is] = [expected[i], found[i]]
      const message = differenceBetween(should, is)
      if (message === undefined) continue
      const position = (should ?? is ?? {})['position'] ?? expected.at(-1)?.['position'] ?? 1
      return {
        position: position as number,
        message: `${where} differs from the log in row ${i + 1}: ${message}`,
      }
    }
  }
  return undefined
}

function differenceBetween(should: Row | undefined, is: Row | undefined): string | undefined {
  if (should === undefined) return `it has ${JSON.stringify(is)}, which the log does not.`
  if (is === undefined) return `it lacks ${JSON.stringify(should)}.`
  // An answer does not give the position that a row comes from; a view does.
  const fields = new Set([...Object.keys(should), ...Object.keys(is)])
  if (!('position' in is)) fields.delete('position')
  const field = [...fields].find((name) => should[name] !== is[name])
  if (field === undefined) return undefined
  return `${field} is ${JSON.stringify(is[field])}, and the log says ${JSON.stringify(should[field])}.`
}

function without(rows: readonly Row[], fields: readonly string[]): readonly Row[] {
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => !fields.includes(name))),
  )
}
