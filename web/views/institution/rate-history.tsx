import { sameDecimal } from '../../../src/domain/decimal.ts'
import { hasTerms, type Payout, type Variant } from '../../../src/domain/offer.ts'
import type { InstitutionRow, OfferRow, RateHistoryRow } from '../../api/api.ts'
import { useRequest } from '../../api/use-request.ts'
import { useApp, useMessages } from '../../app/app-context.ts'
import { readingsOf } from '../../chart/readings.ts'
import { axesOf, TierChart } from '../../chart/tier-chart.tsx'
import type { Messages } from '../../messages/messages.ts'
import { formatRate } from '../../parts/figures.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { PayoutField, VariantField } from '../../parts/filter-fields.tsx'
import { minimumText, tenureText } from '../../parts/offer-texts.ts'
import { EmptyState, RequestResult } from '../../parts/states.tsx'
import { useGrowingRows } from '../../parts/tables.tsx'
import { tenuresKeyOf, termsOf, toDecimal } from '../../rates/format.ts'
import { gapNote } from '../../rates/reading-gap.ts'
import { tierHistories, type TierHistory } from '../../rates/tier-histories.ts'
import { allRows, exportTable, type ExportTable } from '../../take-along/export-table.ts'
import { Part } from '../../take-along/part.tsx'
import { RateHistoryTable } from './rate-history-table.tsx'

type RateHistoryProps = {
  readonly institution: InstitutionRow
  readonly offers: readonly OfferRow[]
  readonly variant: Variant
  readonly payout: Payout
  /** The payout that the address need not name. */
  readonly usualPayout: Payout
}

/** The history of an institution's rates: a small chart for each tier, all on the same axes. */
export function RateHistory(props: RateHistoryProps) {
  const { variant, payout, usualPayout } = props
  const { history } = useMessages().institution
  return (
    <section>
      <h2>{history.heading}</h2>
      <FilterBar label={history.controls}>
        <PayoutField value={payout} preset={usualPayout} />
        <VariantField value={variant} />
      </FilterBar>
      <p class="legend">{history.explanation}</p>
      {/* A new key, so that no chart of the previous terms stays below the new ones. */}
      <HistoryOfTerms key={`${variant} ${payout}`} {...props} />
    </section>
  )
}

function HistoryOfTerms({ institution, offers, variant, payout }: RateHistoryProps) {
  const { client, messages } = useApp()
  const { history } = messages.institution
  const request = useRequest(institution.id, async (signal) => {
    const ofInstitution = { institution_id: institution.id }
    const parameters = { ...ofInstitution, variant, payout_type: payout }
    const records = await allRows(client.pagesOfRateHistory(parameters, { signal }))
    const all = await allRows(client.pagesOfCorrections(ofInstitution, { signal }))
    const corrections = all.filter((row) => hasTerms(termsOf(row), { variant, payout }))
    return { records, corrections }
  })
  const { payouts, variants } = messages.words
  const terms = history.terms({
    name: institution.name,
    payout: payouts[payout],
    variant: variants[variant],
  })
  return (
    <RequestResult request={request} rows={8}>
      {({ records, corrections }) =>
        records.length === 0 ? (
          <EmptyState title={history.never}>{history.neverAdvice}</EmptyState>
        ) : (
          <Part
            id="tiers"
            title={history.title({ terms })}
            table={tiersExport(institution, records, variant, payout, messages)}
            hasChart
            chartNote={history.explanation}
          >
            <TierCharts
              records={records}
              context={terms}
              offers={offers.filter((offer) => hasTerms(termsOf(offer), { variant, payout }))}
            />
            <RateHistoryTable
              records={records}
              corrections={corrections}
              institutionName={institution.name}
              variant={variant}
              payout={payout}
            />
          </Part>
        )
      }
    </RequestResult>
  )
}

/** Every record of an institution's rates for some terms, with the times at which its page showed the rate. */
function tiersExport(
  { id, name }: InstitutionRow,
  records: readonly RateHistoryRow[],
  variant: Variant,
  payout: Payout,
  messages: Messages,
): ExportTable {
  const { words } = messages
  return exportTable<RateHistoryRow>(
    [
      ['institutionId', () => id],
      ['institution', () => name],
      ['variant', () => words.variants[variant]],
      ['payout', () => words.payouts[payout]],
      ['tenure', (record) => record.tenure_months],
      ['tenureTo', (record) => record.tenure_to_months],
      ['minimum', (record) => record.min_deposit],
      ['minimumBefore', (record) => record.prev_min_deposit],
      ['publishedAt', (record) => record.changed_at],
      ['rate', (record) => record.new_rate_pa],
      ['direction', (record) => words.directions[record.direction]],
      ['rateBefore', (record) => (record.direction === 'initial' ? null : record.prev_rate_pa)],
      ['beforePublishedAt', (record) => record.prev_changed_at],
      ['beforeSeenAt', (record) => record.prev_seen_at],
      ['beforeWithdrawnAt', (record) => record.prev_withdrawn_at],
      ['sourcePage', (record) => record.source_url],
      ['warning', (record) => gapNote(record, messages)],
      ['readings', (record) => record.seen_at.join(' ')],
    ],
    () => records,
    messages,
  )
}

type TierChartsProps = {
  /** Newest first. */
  readonly records: readonly RateHistoryRow[]
  /** More words for the accessible names. */
  readonly context: string
  /** The offers of the same variant and payout. */
  readonly offers: readonly OfferRow[]
}

/** An institution may have many tiers, and a chart has many elements, so only these are drawn at first. */
const chartsAtFirst = 12

/** A chart for each tier, all on the same axes. */
function TierCharts({ records, context, offers }: TierChartsProps) {
  const { now, asOf, messages } = useApp()
  const axes = axesOf(records, asOf === undefined ? now().getTime() : Date.parse(asOf.at))
  // A tier that only a retracted sheet lists was never read.
  const histories = tierHistories(records).filter(
    (history) => readingsOf(history.records).length > 0,
  )
  const { shown, more } = useGrowingRows(histories, chartsAtFirst)
  return (
    <>
      <div class="multiples">
        {shown.map((history) => (
          <TierChart
            key={`${tenuresKeyOf(history)} ${history.minimum}`}
            {...titlesOf(history, histories, offers, messages)}
            context={context}
            records={history.records}
            axes={axes}
          />
        ))}
      </div>
      {more}
    </>
  )
}

/** The heading of the chart of a tier, and the line below it. */
function titlesOf(
  history: TierHistory,
  all: readonly TierHistory[],
  offers: readonly OfferRow[],
  { institution, words }: Messages,
): { readonly title: string; readonly note: string } {
  const { history: texts } = institution
  const { minimum, records } = history
  const tenures = tenuresKeyOf(history)
  const isOnlyTier = all.filter((other) => tenuresKeyOf(other) === tenures).length === 1
  const isOffered = offers.some((offer) => isOfferOf(history, offer))
  const rate = isOffered
    ? texts.rateNow({ rate: formatRate(records.at(-1)?.new_rate_pa ?? '') })
    : texts.notOffered
  return {
    title: tenureText(history, words),
    note: isOnlyTier ? rate : texts.tier({ minimum: minimumText(minimum, words), rate }),
  }
}

function isOfferOf(history: TierHistory, offer: OfferRow): boolean {
  return (
    tenuresKeyOf(offer) === tenuresKeyOf(history) &&
    sameDecimal(toDecimal(offer.min_deposit), history.minimum)
  )
}
