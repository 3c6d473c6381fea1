import { sameDecimal } from '../../../src/domain/decimal.ts'
import type { OfferRow, RateHistoryRow } from '../../api/api.ts'
import { useApp } from '../../app/app-context.ts'
import { readingsOf } from '../../chart/readings.ts'
import { axesOf, TierChart } from '../../chart/tier-chart.tsx'
import { tenuresKeyOf, toDecimal } from '../../rates/format.ts'
import type { Messages } from '../../messages/messages.ts'
import { formatRate } from '../../parts/figures.tsx'
import { useGrowingRows } from '../../parts/tables.tsx'
import { minimumText, tenureText } from '../../parts/offer-texts.ts'
import { tierHistories, type TierHistory } from '../../rates/tier-histories.ts'

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
export function TierCharts({ records, context, offers }: TierChartsProps) {
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
