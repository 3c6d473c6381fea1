import { payouts, variants } from '../../src/domain/offer.ts'
import type { Freshness, Institution, Offer } from '../api.ts'
import { usePage } from '../page-context.ts'
import { Headline } from '../parts/headline.tsx'
import { Empty, Shown, WrongAddress } from '../parts/states.tsx'
import { Link } from '../router.tsx'
import { readAddress } from '../read-address.ts'
import { useAsked } from '../use-asked.ts'
import {
  countOf,
  dayWords,
  freshnessWords,
  hostOf,
  licenceWords,
  oneOfType,
  quoted,
} from '../words.ts'
import { OfferGrids } from './offer-grid.tsx'
import { RateHistory } from './rate-history.tsx'

type Known = {
  readonly institution: Institution | undefined
  readonly offers: readonly Offer[]
  readonly freshness: Freshness | undefined
}

/** One institution: what it offers, how each rate moved, and how fresh that is. */
export function InstitutionView() {
  const { api, place } = usePage()
  const { id } = place
  const asked = useAsked(id, async (signal): Promise<Known> => {
    const [institutions, offers, freshness] = await Promise.all([
      api.listInstitutions({ active_only: false }, { signal }),
      api.listCurrentOffers({ institution_id: id }, { signal }),
      api.listFreshness({ institution_id: id }, { signal }),
    ])
    return {
      institution: institutions.rows.find((institution) => institution.id === id),
      offers: offers.rows,
      freshness: freshness.rows[0],
    }
  })
  return (
    <>
      <Headline {...headlineOf(asked.value)} />
      <Shown of={asked} rows={14}>
        {({ institution, ...known }) =>
          institution === undefined ? (
            <Unknown id={id} />
          ) : (
            <Known institution={institution} {...known} />
          )
        }
      </Shown>
    </>
  )
}

function headlineOf(known: Known | undefined) {
  if (known === undefined) return { says: 'An institution', title: 'Institution' }
  const { institution } = known
  if (institution === undefined)
    return { says: 'This institution is not in the book', title: 'Not in the book' }
  const { name, type, active } = institution
  return {
    kicker: `${oneOfType[type]}${active ? '' : ', no longer tracked'}`,
    says: name,
    title: name,
  }
}

function Unknown({ id }: { readonly id: string }) {
  return (
    <Empty title={`There is no institution ${quoted(id)}.`}>
      It may have been entered under another name.{' '}
      <Link to="institution">See all institutions</Link>.
    </Empty>
  )
}

function Known({ institution, offers, freshness }: Known & { readonly institution: Institution }) {
  const reader = readAddress(usePage().place.query)
  const variant = reader.choice('variant', variants, presetOf(variants, offers, 'product_variant'))
  const payout = reader.choice('payout', payouts, presetOf(payouts, offers, 'payout_type'))
  return (
    <>
      <Facts institution={institution} freshness={freshness} />
      <WrongAddress wrong={reader.wrong()} />
      <div class={offers.length === 0 ? undefined : 'standing'}>
        {offers.length === 0 ? (
          <Empty title="No offer of this institution stands now.">
            {freshness === undefined
              ? 'No rate sheet of it has been published yet; its own site says what it offers.'
              : 'What it offered before is below.'}
          </Empty>
        ) : (
          <OfferGrids offers={offers} />
        )}
        {freshness !== undefined && (
          <RateHistory
            id={institution.id}
            offers={offers}
            until={freshness.last_checked_at}
            variant={variant}
            payout={payout}
          />
        )}
      </div>
    </>
  )
}

/** The first of some words that there is an offer for; the first of all without any. */
function presetOf<T extends string, N extends keyof Offer>(
  words: readonly [T, ...T[]],
  offers: readonly (Offer & Readonly<Record<N, T>>)[],
  name: N,
): T {
  return words.find((word) => offers.some((offer) => offer[name] === word)) ?? words[0]
}

type FactsProps = Pick<Known, 'freshness'> & { readonly institution: Institution }

function Facts({ institution, freshness }: FactsProps) {
  const { credit_rating: rating, rating_agency: agency, rating_updated: updated } = institution
  return (
    <dl class="facts">
      <div>
        <dt>Rates</dt>
        <dd>
          {freshness === undefined ? (
            'none published yet'
          ) : (
            <span class={freshness.is_stale ? 'stale' : 'fresh'}>
              {freshnessWords(freshness.days_since_verified, freshness.is_stale)}
            </span>
          )}
          {freshness !== undefined && (
            <small>
              last published {dayWords(freshness.last_published_at)}; stale after{' '}
              {countOf(freshness.stale_after_days, 'day')}
            </small>
          )}
        </dd>
      </div>
      <div>
        <dt>Licence</dt>
        <dd>{licenceWords(institution.license_type)}</dd>
      </div>
      <div>
        <dt>Credit rating</dt>
        <dd>
          {rating ?? 'none entered'}
          {rating !== null && (
            <small>
              {agency}
              {updated !== null && `, ${dayWords(updated)}`}
            </small>
          )}
        </dd>
      </div>
      <div>
        <dt>Site</dt>
        <dd>
          <a href={institution.website}>{hostOf(institution.website)}</a>
        </dd>
      </div>
    </dl>
  )
}
