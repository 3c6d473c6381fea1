import { useEffect } from 'preact/hooks'
import { payouts, variants } from '../../../src/domain/offer.ts'
import { useApp } from '../../app/app-context.ts'
import { carryFilters } from '../../app/carried-filters.ts'
import { EmptyState, QueryErrors, RequestResult } from '../../parts/states.tsx'
import { ViewHeader } from '../../parts/view-header.tsx'
import { pinnedInstant, useQueryReader } from '../../app/query-reader.ts'
import { receiptPath } from '../../app/receipt-path.ts'
import { Link } from '../../app/router.tsx'
import { institutionPath } from '../../app/routes.ts'
import { isFigure } from './same-figure.ts'
import { useRequest } from '../../api/use-request.ts'

/** Finds the receipt of a figure by its institution, terms and rate, and shows it under its own address. */
export function FindReceipt() {
  const { client, route, filters, navigate, messages, now } = useApp()
  const { receipt: texts } = messages
  const reader = useQueryReader()
  const institution = reader.text('institution')
  // The time of a figure of the past; without one, the moment of the view that leads here.
  const stoodAt = reader.instant('stood_at')
  const at =
    stoodAt === '' ? (pinnedInstant(route.query.get('at'), now().getTime()) ?? '') : stoodAt
  const wanted = {
    product_variant: reader.optional('variant', variants),
    payout_type: reader.optional('payout', payouts),
    tenure_months: reader.text('tenure'),
    min_deposit: reader.text('minimum'),
    rate_pa: reader.text('rate'),
  }
  const request = useRequest(route.query.toString(), async (signal) => {
    // Without an institution the API lists the offers of all; without a time, those of the present.
    const isUnknownTime = at === '' && (route.query.has('stood_at') || route.query.has('at'))
    if (institution === '' || isUnknownTime) return { id: undefined }
    const time = at === '' ? {} : { known_at: at }
    const offers = await client.listEvidence({ institution_id: institution, ...time }, { signal })
    // The first one is the headline offer: the list rises by minimum deposit.
    return { id: offers.rows.find((row) => isFigure(row, wanted))?.id }
  })
  const id = request.value?.id
  useEffect(() => {
    if (id !== undefined) navigate(carryFilters(receiptPath(id), filters), { isReplacement: true })
  }, [id])
  return (
    <>
      <ViewHeader heading={texts.heading} title={texts.title} />
      <QueryErrors errors={reader.errors()} />
      <RequestResult request={request} rows={12}>
        {(found) =>
          found.id === undefined && (
            <EmptyState title={texts.standsNoMore}>
              {texts.standsNoMoreAdvice({
                offers: (text) => (
                  <Link to={institution === '' ? 'institution' : institutionPath(institution)}>
                    {text}
                  </Link>
                ),
              })}
            </EmptyState>
          )
        }
      </RequestResult>
    </>
  )
}
