import { dayAfter, dayOf, parseDay, startOf, type Day } from '../../src/domain/day.ts'
import { parseInstant } from '../../src/domain/instant.ts'
import { institutionTypes, type InstitutionType } from '../../src/domain/institution.ts'
import type { Terms } from '../../src/domain/offer.ts'
import type { SummaryHistoryRow } from '../api.ts'
import { useApp } from '../app-context.ts'
import { loadBackground, loadEvidence } from '../background.ts'
import { EmptyState, RequestResult } from '../parts/states.tsx'
import { useQueryReader } from '../query-reader.ts'
import { useRequest, withErrorOf } from '../use-request.ts'
import { headlineOffers, type MarketOffer } from './best-offers.ts'
import { historyExport } from './history-export.ts'
import { HistoryPanels } from './history-panels.tsx'

type MarketHistoryProps = {
  readonly terms: Terms
  /** The first and last day to show; empty for the first and last of the book. */
  readonly from: Day | ''
  readonly until: Day | ''
}

/** How the summary of the market changed: a chart for banks and one for finance companies, on the same axes. */
export function MarketHistory({ terms, from, until }: MarketHistoryProps) {
  const { client, messages } = useApp()
  const { charts } = messages
  const type = useQueryReader().optional('type', institutionTypes)
  const { variant, tenure, payout } = terms
  const parameters = { variant, payout_type: payout, tenure_months: tenure }
  const key = `${variant} ${tenure} ${payout}`
  const request = useRequest(key, async (signal) => {
    const [history, { institutions }, evidence] = await Promise.all([
      client.listSummaryHistory({ ...parameters, periods: true }, { signal }),
      loadBackground(client, signal),
      loadEvidence(client, terms, signal),
    ])
    const confirmed = lastConfirmations(history.rows, headlineOffers(evidence, institutions))
    return { rows: history.rows, confirmed }
  })
  const range = { ...(from !== '' && { since: from }), ...(until !== '' && { until }) }
  const constantKey = `${key} ${from} ${until}`
  const constant = useRequest(constantKey, async (signal) => {
    const ofPanel = { ...parameters, ...range, panel: 'constant', periods: true } as const
    const { rows } = await client.listSummaryHistory(ofPanel, { signal })
    return { rows, key: constantKey }
  })
  // The previous answer is of another range, in which other institutions were there throughout.
  const constantRows = constant.value?.key === constantKey ? constant.value.rows : undefined
  return (
    <section class="history">
      <h2>{charts.heading}</h2>
      <p class="legend">{charts.explanation}</p>
      <RequestResult request={withErrorOf(request, constant)} rows={8}>
        {({ rows, confirmed }) => {
          const ofType = type === '' ? rows : rows.filter((row) => row.institution_type === type)
          if (ofType.length === 0)
            return <EmptyState title={charts.noHistory}>{charts.noHistoryAdvice}</EmptyState>
          return (
            <HistoryPanels
              rows={ofType}
              constantRows={constantRows}
              confirmed={confirmed}
              terms={terms}
              from={from}
              until={until}
              table={historyExport(
                { ...parameters, ...range, ...(type !== '' && { type }) },
                { rows, confirmed },
                client,
                messages,
              )}
            />
          )
        }}
      </RequestResult>
    </section>
  )
}

/** For each type, the midnight after the last reading that confirmed an offer, also of an institution that left since then. */
function lastConfirmations(rows: HistoryRows, offers: readonly MarketOffer[]): LastConfirmations {
  const last = new Map<InstitutionType, number>()
  const add = (type: InstitutionType, day: Day): void => {
    last.set(type, Math.max(last.get(type) ?? 0, startOf(dayAfter(day))))
  }
  for (const { institution_type: type, last_verified_at } of offers) {
    const verifiedAt = parseInstant(last_verified_at)
    if (verifiedAt !== undefined) add(type, dayOf(verifiedAt))
  }
  for (const [type, periods] of Map.groupBy(rows, (row) => row.institution_type)) {
    const read = periods.findLast((row) => row.was_read === true)
    // A period begins with a reading. It ends with one if nobody read anything after it.
    const day = read === periods.at(-1) ? read?.snapshot_date : read?.last_day
    const parsed = day === undefined ? undefined : parseDay(day)
    if (parsed !== undefined) add(type, parsed)
  }
  return last
}

export type LastConfirmations = ReadonlyMap<InstitutionType, number>

/** The rows of `/summary/history`, one for each period. */
export type HistoryRows = readonly SummaryHistoryRow[]
