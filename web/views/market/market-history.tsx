import { dayAfter, dayOf, parseDay, startOf, type Day } from '../../../src/domain/day.ts'
import { dayLength, parseInstant, type Instant } from '../../../src/domain/instant.ts'
import { institutionTypes, type InstitutionType } from '../../../src/domain/institution.ts'
import { keyOf, type Terms } from '../../../src/domain/offer.ts'
import type { ParametersFor } from '../../../src/serve/client/client.ts'
import type { PageClient, SummaryHistoryRow } from '../../api/api.ts'
import { useRequest, withErrorOf } from '../../api/use-request.ts'
import { useApp } from '../../app/app-context.ts'
import { useQueryReader } from '../../app/query-reader.ts'
import type { Messages } from '../../messages/messages.ts'
import { EmptyState, RequestResult } from '../../parts/states.tsx'
import type { MarketOffer } from '../../rates/best-offers.ts'
import { groupBy } from '../../rates/group-by.ts'
import { exportTable, type ExportTable } from '../../take-along/export-table.ts'
import { HistoryPanels } from './history-panels.tsx'
import { periodAt, periodsByType, type HistoryRows, type LastConfirmations } from './periods.ts'

type MarketHistoryProps = {
  readonly terms: Terms
  /** The headline offers on these terms. */
  readonly offers: readonly MarketOffer[]
  /** The result of `useMarketHistory`, which may still be that of other terms. */
  readonly history: ReturnType<typeof useMarketHistory>
  /** The first and last day to show. Empty for the first and last of the book; without both, the last year is shown. */
  readonly from: Day | ''
  readonly until: Day | ''
}

/** Requests the history of the market. The view does so with its other requests, so that the charts need not wait for those. */
export function useMarketHistory(terms: Terms) {
  const { client } = useApp()
  const key = keyOf(terms)
  return useRequest(key, async (signal) => {
    const parameters = { ...parametersOf(terms), periods: true }
    const { rows } = await client.listSummaryHistory(parameters, { signal })
    return { rows, key }
  })
}

function parametersOf({ variant, tenure, payout }: Terms) {
  return { variant, payout_type: payout, tenure_months: tenure }
}

/**
 * How the summary of the market changed: a chart for banks and one for finance companies, on the same axes. The lines count
 * every rate that stood. The heading and the figures of the view count confirmed rates, so the legend says where older ones
 * are among those of a line.
 */
export function MarketHistory(props: MarketHistoryProps) {
  const { terms, offers, history, from: wanted, until } = props
  const { client, now, timeZone, messages } = useApp()
  const { charts, words } = messages
  const reader = useQueryReader()
  const type = reader.optional('type', institutionTypes)
  const includesOlder = reader.flag('stale')
  const parameters = parametersOf(terms)
  const key = keyOf(terms)
  const request =
    history.value?.key === key ? history : { ...history, value: undefined, isPrevious: false }
  const isLastYear = wanted === '' && until === ''
  const from = isLastYear ? yearBeforeEnd(request.value?.rows ?? []) : wanted
  const range = { ...(from !== '' && { since: from }), ...(until !== '' && { until }) }
  const constantKey = `${key} ${from} ${until}`
  const constant = useRequest(constantKey, async (signal) => {
    // The last year ends where the history ends, which is not known yet.
    if (isLastYear && from === '') return undefined
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
      <details class="reading-help">
        <summary>{charts.help}</summary>
        <p>
          {charts.helpText} {charts.unread} {words.dayBegins(now(), timeZone)}
        </p>
      </details>
      <RequestResult request={withErrorOf(request, constant)} rows={8}>
        {({ rows }) => {
          const confirmed = lastConfirmations(rows, offers)
          const older = includesOlder ? [] : offers.filter(({ is_stale }) => is_stale)
          const ofType = type === '' ? rows : rows.filter((row) => row.institution_type === type)
          if (ofType.length === 0)
            return <EmptyState title={charts.noHistory}>{charts.noHistoryAdvice}</EmptyState>
          return (
            <HistoryPanels
              rows={ofType}
              constantRows={constantRows}
              confirmed={confirmed}
              typesWithOlder={new Set(older.map(({ institution_type }) => institution_type))}
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

/** The charts show a year at first: fewer institutions are there throughout a longer time. Empty without rows. */
function yearBeforeEnd(rows: HistoryRows): Day | '' {
  const last = rows.reduce(
    (latest, { last_day = '' }) => (last_day > latest ? last_day : latest),
    '',
  )
  return last === '' ? '' : dayOf((Date.parse(last) - 364 * dayLength) as Instant)
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
  for (const [type, periods] of groupBy(rows, (row) => row.institution_type)) {
    const day = parseDay(periods.at(-1)?.last_read_day ?? '')
    if (day !== undefined) add(type, day)
  }
  return last
}

type HistoryConfirmation = {
  /** All periods of these terms, which say whether pages of the group were read. */
  readonly rows: HistoryRows
  readonly confirmed: LastConfirmations
}

/** The figures behind the charts of the market: a row for each day and type, and whether somebody confirmed the figures. */
function historyExport(
  parameters: ParametersFor<'listSummaryHistory'>,
  { rows: periodRows, confirmed }: HistoryConfirmation,
  client: PageClient,
  messages: Messages,
): ExportTable {
  const { charts, words } = messages
  const periods = periodsByType(periodRows)
  const confirmation = ({ snapshot_date: day, institution_type: type }: SummaryHistoryRow) => {
    const at = Date.parse(day)
    const confirmedUntil = confirmed.get(type) ?? Infinity
    if (at >= confirmedUntil)
      return charts.notConfirmedSince({ last: words.shortDay(confirmedUntil - 1) })
    const isUnread = periodAt(periods.get(type) ?? [], at)?.wasRead === false
    return isUnread ? charts.notReadForLong : words.yes
  }
  const keyOf = (row: SummaryHistoryRow): string => `${row.snapshot_date} ${row.institution_type}`
  const load = async (at: string) => {
    const ofMoment = { ...parameters, known_at: at }
    const [{ rows }, throughoutRows] = await Promise.all([
      client.listSummaryHistory(ofMoment),
      client.listSummaryHistory({ ...ofMoment, panel: 'constant' }),
    ])
    const constant = new Map(throughoutRows.rows.map((row) => [keyOf(row), row]))
    return rows.map((row) => ({ row, throughout: constant.get(keyOf(row)) }))
  }
  return exportTable<Awaited<ReturnType<typeof load>>[number]>(
    [
      ['day', ({ row }) => row.snapshot_date],
      ['type', ({ row }) => words.typeNouns[row.institution_type]],
      ['variant', ({ row }) => words.variants[row.product_variant]],
      ['tenure', ({ row }) => row.tenure_months],
      ['payout', ({ row }) => words.payouts[row.payout_type]],
      ['institutions', ({ row }) => row.institution_count],
      ['lowest', ({ row }) => row.min_rate_pa],
      ['median', ({ row }) => row.median_rate_pa],
      ['highest', ({ row }) => row.max_rate_pa],
      ['average', ({ row }) => row.avg_rate_pa],
      ['constantInstitutions', ({ throughout }) => throughout?.institution_count ?? 0],
      ['constantMedian', ({ throughout }) => throughout?.median_rate_pa],
      ['isConfirmed', ({ row }) => confirmation(row)],
    ],
    load,
    messages,
  )
}
