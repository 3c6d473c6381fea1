import { hasTerms, type Payout, type Variant } from '../../src/domain/offer.ts'
import type { CorrectionRow, InstitutionRow, OfferRow, RateHistoryRow } from '../api.ts'
import { useApp } from '../app-context.ts'
import { termsOf } from '../format.ts'
import { PayoutField, VariantField } from '../parts/filter-fields.tsx'
import { EmptyState, RequestResult } from '../parts/states.tsx'
import { Part } from '../take-along/part.tsx'
import { useRequest } from '../use-request.ts'
import { RateHistoryTable } from './rate-history-table.tsx'
import { TierCharts } from './tier-charts.tsx'
import { tiersExport } from './tiers-export.ts'

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
  const { route, messages } = useApp()
  const { history } = messages.institution
  return (
    <section>
      <h2>{history.heading}</h2>
      {!route.isEmbedded && (
        <form
          class="controls"
          aria-label={history.controls}
          onSubmit={(event) => event.preventDefault()}
        >
          <PayoutField value={payout} preset={usualPayout} />
          <VariantField value={variant} />
        </form>
      )}
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
    const records: RateHistoryRow[] = []
    const corrections: CorrectionRow[] = []
    const ofInstitution = { institution_id: institution.id }
    const parameters = { ...ofInstitution, variant, payout_type: payout, readings: true }
    for await (const page of client.pagesOfRateHistory(parameters, { signal }))
      records.push(...page.rows)
    for await (const page of client.pagesOfCorrections(ofInstitution, { signal }))
      corrections.push(...page.rows.filter((row) => hasTerms(termsOf(row), { variant, payout })))
    return { records, corrections }
  })
  const { payouts, variants } = messages.words
  const terms = history.terms(institution.name, payouts[payout], variants[variant])
  return (
    <RequestResult request={request} rows={8}>
      {({ records, corrections }) =>
        records.length === 0 ? (
          <EmptyState title={history.never}>{history.neverAdvice}</EmptyState>
        ) : (
          <Part
            id="tiers"
            title={history.title(terms)}
            table={tiersExport(institution, records, variant, payout, messages)}
            hasChart
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
