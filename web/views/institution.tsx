import { payouts, variants } from '../../src/domain/offer.ts'
import type { FreshnessRow, InstitutionRow, OfferRow } from '../api.ts'
import { useApp } from '../app-context.ts'
import { quote, typeNouns } from '../format.ts'
import { ViewHeader } from '../parts/view-header.tsx'
import { EmptyState, QueryErrors, RequestResult } from '../parts/states.tsx'
import { useQueryReader } from '../query-reader.ts'
import { Link } from '../router.tsx'
import { useRequest } from '../use-request.ts'
import { InstitutionFacts } from './institution-facts.tsx'
import { OfferGrids } from './offer-grids.tsx'
import { RateHistory } from './rate-history.tsx'

type InstitutionAnswer = {
  /** `undefined` if the book has no institution with this id. */
  readonly institution: InstitutionRow | undefined
  readonly offers: readonly OfferRow[]
  /** `undefined` if the institution has not published. */
  readonly freshness: FreshnessRow | undefined
}

/** The view of one institution: its facts, its offers and the history of its rates. */
export function InstitutionView() {
  const { client, route } = useApp()
  const { id } = route
  const request = useRequest(id, async (signal): Promise<InstitutionAnswer> => {
    const [institutions, offers, freshness] = await Promise.all([
      client.listInstitutions({ active_only: false }, { signal }),
      client.listCurrentOffers({ institution_id: id }, { signal }),
      client.listFreshness({ institution_id: id }, { signal }),
    ])
    return {
      institution: institutions.rows.find((institution) => institution.id === id),
      offers: offers.rows,
      freshness: freshness.rows[0],
    }
  })
  return (
    <>
      <ViewHeader {...headlineOf(request.value)} />
      <RequestResult request={request} rows={14}>
        {({ institution, offers, freshness }) =>
          institution === undefined ? (
            <EmptyState title={`There is no institution ${quote(id)}.`}>
              It may have been entered under another name.{' '}
              <Link to="institution">See all institutions</Link>.
            </EmptyState>
          ) : (
            <InstitutionDetails institution={institution} offers={offers} freshness={freshness} />
          )
        }
      </RequestResult>
    </>
  )
}

function headlineOf(answer: InstitutionAnswer | undefined) {
  if (answer === undefined) return { heading: 'An institution', title: 'Institution' }
  const { institution } = answer
  if (institution === undefined)
    return { heading: 'This institution is not in the book', title: 'Not in the book' }
  const { name, type, active } = institution
  return {
    kicker: `${typeNouns[type]}${active ? '' : ', no longer tracked'}`,
    heading: name,
    title: name,
  }
}

type InstitutionDetailsProps = InstitutionAnswer & { readonly institution: InstitutionRow }

function InstitutionDetails({ institution, offers, freshness }: InstitutionDetailsProps) {
  const reader = useQueryReader()
  const variant = reader.choice(
    'variant',
    variants,
    firstOffered(variants, offers, 'product_variant'),
  )
  const payout = reader.choice('payout', payouts, firstOffered(payouts, offers, 'payout_type'))
  return (
    <>
      <InstitutionFacts institution={institution} freshness={freshness} />
      <QueryErrors errors={reader.errors()} />
      <div class={offers.length === 0 ? undefined : 'offers-and-history'}>
        {offers.length === 0 ? (
          <EmptyState title="No offer of this institution stands now.">
            {freshness === undefined
              ? 'No rate sheet of it has been published yet; its own site says what it offers.'
              : 'What it offered before is below.'}
          </EmptyState>
        ) : (
          <OfferGrids offers={offers} />
        )}
        {freshness !== undefined && (
          <RateHistory
            institution={institution}
            offers={offers}
            lastChecked={freshness.last_checked_at}
            variant={variant}
            payout={payout}
          />
        )}
      </div>
    </>
  )
}

/** The first value that one of the offers has; the first of all if there are no offers. */
function firstOffered<T extends string, N extends keyof OfferRow>(
  values: readonly [T, ...T[]],
  offers: readonly (OfferRow & Readonly<Record<N, T>>)[],
  field: N,
): T {
  return values.find((value) => offers.some((offer) => offer[field] === value)) ?? values[0]
}
