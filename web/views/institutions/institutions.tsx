import { useMemo } from 'preact/hooks'
import { institutionTypes, type InstitutionType } from '../../../src/domain/institution.ts'
import type { EvidenceRow, InstitutionRow } from '../../api/api.ts'
import {
  latestConfirmation,
  loadBackground,
  loadEvidence,
  type Background,
  type CountedAndApart,
} from '../../api/background.ts'
import { useRequest } from '../../api/use-request.ts'
import { useApp, useMessages } from '../../app/app-context.ts'
import { useQueryReader } from '../../app/query-reader.ts'
import type { Messages } from '../../messages/messages.ts'
import { decimalPlaces } from '../../parts/figures.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { StaleSwitch, TypeField } from '../../parts/filter-fields.tsx'
import { InstitutionName, InstitutionNames } from '../../parts/institution-names.tsx'
import { InsuranceNote } from '../../parts/insurance.tsx'
import { EvidenceMarks, StaleMark } from '../../parts/marks.tsx'
import { offerText } from '../../parts/offer-texts.ts'
import { figureInWords, OfferReceipt } from '../../parts/receipt-link.tsx'
import { SafetyFacts } from '../../parts/safety.tsx'
import { EmptyBook, QueryErrors, RequestResult } from '../../parts/states.tsx'
import { olderTitle, useGrowingRows, CountedAndApartRows, TableHead } from '../../parts/tables.tsx'
import { ViewHeader } from '../../parts/view-header.tsx'
import { bestByFreshness } from '../../rates/best-offers.ts'
import { ratesExport } from '../../rates/rates-export.ts'
import { Part } from '../../take-along/part.tsx'

/** The view of all institutions, each with its best rate. */
export function InstitutionsView() {
  const { client, messages } = useApp()
  const { institutions: texts, words } = messages
  const reader = useQueryReader()
  const type = reader.optional('type', institutionTypes)
  const includesOlder = reader.flag('stale')
  const request = useRequest('', async (signal) => {
    const [background, evidence] = await Promise.all([
      loadBackground(client, signal),
      loadEvidence(client, {}, signal),
    ])
    return { background, evidence }
  })
  const { evidence = [], background } = request.value ?? {}
  const isOfType = (institution: InstitutionRow | undefined): boolean =>
    type === '' || institution?.type === type
  const offers = useMemo(() => {
    const ofType = evidence.filter((row) =>
      isOfType(background?.institutions.get(row.institution_id)),
    )
    return bestByFreshness(ofType, includesOlder)
  }, [request.value, type, includesOlder])
  const count = background && [...background.institutions.values()].filter(isOfType).length
  return (
    <>
      <ViewHeader
        kicker={type === '' ? words.bothTypes : words.types[type]}
        title={texts.title}
        {...headlineOf(count, offers, includesOlder, messages)}
      />
      <FilterBar>
        <TypeField value={type} />
        <StaleSwitch value={includesOlder} />
      </FilterBar>
      <QueryErrors errors={reader.errors()} />
      <RequestResult request={request} rows={16}>
        {(answer) => (
          <>
            {answer.background.currency === '' && <EmptyBook />}
            <InsuranceNote {...answer.background} />
            <div class="halves">
              {institutionTypes
                .filter((one) => type === '' || one === type)
                .map((one) => (
                  <InstitutionsOfType
                    key={one}
                    type={one}
                    offers={offers}
                    background={answer.background}
                  />
                ))}
            </div>
          </>
        )}
      </RequestResult>
    </>
  )
}

function headlineOf(
  institutions: number | undefined,
  { counted, apart: older }: CountedAndApart<EvidenceRow>,
  includesOlder: boolean,
  { institutions: texts, market, words }: Messages,
): { readonly heading: string; readonly details?: string } {
  const details = includesOlder ? texts.explanation : `${texts.explanation} ${texts.confirmedFirst}`
  if (institutions === undefined) return { heading: texts.heading }
  const count = words.institutions(institutions)
  if (counted.length > 0) return { heading: texts.best({ institutions: count }), details }
  const latest = latestConfirmation(older)
  if (latest === undefined)
    return { heading: texts.withoutOffers({ institutions: count }), details }
  const day = words.day(latest.last_verified_at)
  return {
    heading: texts.nothingConfirmed({ institutions: count }),
    details: `${market.lastConfirmation({ day })} ${details}`,
  }
}

type InstitutionsOfTypeProps = {
  readonly type: InstitutionType
  readonly offers: CountedAndApart<EvidenceRow>
  readonly background: Background
}

function InstitutionsOfType({ type, offers, background }: InstitutionsOfTypeProps) {
  const messages = useMessages()
  const { institutions: texts, words } = messages
  const isOfType = ({ institution_id: id }: EvidenceRow) =>
    background.institutions.get(id)?.type === type
  const ofType = {
    counted: offers.counted.filter(isOfType),
    apart: offers.apart.filter(isOfType),
  }
  const all = [...ofType.counted, ...ofType.apart]
  const withOffers = new Set(all.map(({ institution_id: id }) => id))
  const others = [...background.institutions.values()].filter(
    (institution) => institution.type === type && !withOffers.has(institution.id),
  )
  if (all.length + others.length === 0) return null
  return (
    <section>
      <h2>{words.types[type]}</h2>
      {all.length > 0 && (
        <Part
          id={`institutions-${type}`}
          title={texts.partTitle({ type: words.types[type] })}
          table={ratesExport(
            all.map((evidence) => ({ evidence })),
            [],
            background,
            messages,
          )}
        >
          <InstitutionsTable type={type} offers={ofType} background={background} />
        </Part>
      )}
      {others.length > 0 && (
        <>
          <h3>{texts.others}</h3>
          <InstitutionNames institutions={others} />
        </>
      )}
    </section>
  )
}

type InstitutionsTableProps = {
  readonly type: InstitutionType
  /** The best offer of each institution, highest rate first. */
  readonly offers: CountedAndApart<EvidenceRow>
  readonly background: Background
}

/** The institutions of one type, each with its best rate. */
export function InstitutionsTable({ type, offers, background }: InstitutionsTableProps) {
  const messages = useMessages()
  const { institutions, market, words } = messages
  const all = [...offers.counted, ...offers.apart]
  const { shown, more } = useGrowingRows(all)
  const places = decimalPlaces(all.map((offer) => offer.rate_pa))
  const row = (offer: EvidenceRow) => (
    <InstitutionsRow key={offer.id} offer={offer} places={places} background={background} />
  )
  return (
    <>
      <table class="ranking">
        <caption class="visually-hidden">
          {institutions.caption({ type: words.types[type] })}
        </caption>
        <TableHead heads={[[market.institution], [market.percentAYear, 'number']]} />
        <CountedAndApartRows
          apartTitle={olderTitle(offers.apart, messages)}
          rows={offers}
          shown={shown}
          columns={2}
        >
          {row}
        </CountedAndApartRows>
      </table>
      {more}
    </>
  )
}

type InstitutionsRowProps = {
  readonly offer: EvidenceRow
  readonly places: number
  readonly background: Background
}

function InstitutionsRow({ offer, places, background }: InstitutionsRowProps) {
  const messages = useMessages()
  const { institution_id: id, rate_pa } = offer
  const institution = background.institutions.get(id)
  const name = institution?.name ?? id
  return (
    <tr>
      <th scope="row">
        <InstitutionName id={id} name={name} />
        <span class="details">
          <span>{offerText(offer, messages.words)}</span>
          <SafetyFacts institution={institution} background={background} offer={offer} />
          <StaleMark confirmation={offer} />
          <EvidenceMarks evidence={offer} figure={figureInWords(rate_pa, name, offer, messages)} />
        </span>
      </th>
      <td class="number">
        <OfferReceipt offer={offer} institutionName={name} places={places} />
      </td>
    </tr>
  )
}
