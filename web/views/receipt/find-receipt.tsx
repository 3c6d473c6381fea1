import { useEffect } from 'preact/hooks'
import { parseDecimal, sameDecimal } from '../../../src/domain/decimal.ts'
import { payouts, variants } from '../../../src/domain/offer.ts'
import type { EvidenceRow } from '../../api/api.ts'
import { useRequest } from '../../api/use-request.ts'
import { useApp } from '../../app/app-context.ts'
import { carryFilters } from '../../app/carried-filters.ts'
import { pinnedInstant, useQueryReader } from '../../app/query-reader.ts'
import { Link } from '../../app/router.tsx'
import { institutionPath, receiptPath } from '../../app/routes.ts'
import { EmptyState, QueryErrors, RequestResult } from '../../parts/states.tsx'
import { ViewHeader } from '../../parts/view-header.tsx'

/** Finds the receipt of a figure by its institution, terms and rate, and shows it under its own address. */
export function FindReceipt() {
  const { client, route, filters, navigate, messages, now } = useApp()
  const { receipt: texts } = messages
  const reader = useQueryReader()
  const institution = reader.text('institution')
  // The time of a figure of the past; without one, it is a figure of the view that leads here.
  const stoodAt = reader.instant('stood_at')
  const wanted = {
    product_variant: reader.optional('variant', variants),
    payout_type: reader.optional('payout', payouts),
    tenure_months: reader.text('tenure'),
    tenure_to_months: reader.text('tenure_to'),
    min_deposit: reader.text('minimum'),
    rate_pa: reader.text('rate'),
  }
  const request = useRequest(route.query.toString(), async (signal) => {
    // Without an institution the API lists the offers of all; without a time, those of the present.
    const at = route.query.get('at')
    const isUnknownTime =
      stoodAt === '' &&
      (route.query.has('stood_at') ||
        (at !== null && pinnedInstant(at, now().getTime()) === undefined))
    if (institution === '' || isUnknownTime) return { id: undefined }
    const time = stoodAt === '' ? {} : { known_at: stoodAt }
    const offers = await client.listEvidence({ institution_id: institution, ...time }, { signal })
    // The list has one tenure before ranges, and rises by minimum deposit.
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

/** The terms, minimum deposit and rate of a figure; an empty one matches everything. */
type WantedFigure = Readonly<
  Record<
    | 'product_variant'
    | 'tenure_months'
    | 'tenure_to_months'
    | 'payout_type'
    | 'min_deposit'
    | 'rate_pa',
    string
  >
>

/** Whether a row of `/evidence` is a figure that a view or an address names. */
function isFigure(row: EvidenceRow, wanted: WantedFigure): boolean {
  return (
    isText(row.product_variant, wanted.product_variant) &&
    isText(row.payout_type, wanted.payout_type) &&
    isDecimal(row.tenure_months, wanted.tenure_months) &&
    isDecimal(row.tenure_to_months ?? '', wanted.tenure_to_months) &&
    isDecimal(row.min_deposit, wanted.min_deposit) &&
    isDecimal(row.rate_pa, wanted.rate_pa)
  )
}

function isText(text: string, wanted: string): boolean {
  return wanted === '' || text === wanted
}

function isDecimal(text: string, wanted: string): boolean {
  if (wanted === '') return true
  const [a, b] = [parseDecimal(text), parseDecimal(wanted)]
  return a !== undefined && b !== undefined && sameDecimal(a, b)
}
