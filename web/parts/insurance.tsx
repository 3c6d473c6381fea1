import type { ComponentChildren } from 'preact'
import { hostOf, institutionTypes } from '../../src/domain/institution.ts'
import { isSame, type InstitutionRow, type InsuranceRow } from '../api/api.ts'
import type { Background } from '../api/background.ts'
import { useApp, useMessages } from '../app/app-context.ts'
import type { Messages } from '../messages/messages.ts'

/** `insured up to KES 500,000 by KDIC since 1 July 2020` */
export function InsuranceText({ insurance }: { readonly insurance: InsuranceRow }) {
  const { knownAt, messages } = useApp()
  const { insurance: texts, words } = messages
  const { address, since } = insurance
  const named = address === null ? insurance.scheme : (insurance.scheme ?? hostOf(address))
  const scheme = address === null ? named : <a href={address}>{named}</a>
  const text = statusText(insurance, scheme, knownAt, messages)
  return <>{since === null ? text : texts.since({ insurance: text, day: words.day(since) })}</>
}

function statusText(
  { status, amount, currency }: InsuranceRow,
  scheme: ComponentChildren,
  knownAt: string,
  { insurance: texts, words }: Pick<Messages, 'insurance' | 'words'>,
): ComponentChildren {
  switch (status) {
    case 'insured_up_to': {
      const { money } = words
      const limit =
        currency === money.currency
          ? money.withCurrency(amount ?? '0')
          : `${currency} ${money.amount(amount ?? '0')}`
      return scheme === null
        ? texts.upTo({ amount: limit })
        : texts.upToBy({ amount: limit, scheme })
    }
    case 'guaranteed_by_state':
      return scheme === null ? texts.guaranteed : texts.guaranteedBy({ scheme })
    case 'not_insured':
      return texts.notInsured
    case 'unknown':
      return knownAt === '' ? texts.unknown : texts.unknownOn({ day: words.day(knownAt) })
    default:
      throw status satisfies never
  }
}

type InsuranceProps = Pick<Background, 'insurance'>

/** How deposits are insured at each type of institution; nothing if the operator has not set it. */
export function InsuranceNote({ insurance }: InsuranceProps) {
  const { insurance: texts, words } = useMessages()
  const { bank, nbfi } = insurance
  if (bank === null && nbfi === null) return null
  const lines = isSame(bank, nbfi)
    ? [[words.bothTypes, bank] as const]
    : institutionTypes.map((type) => [words.types[type], insurance[type]] as const)
  const isKnown = lines.some(([, ofType]) => ofType !== null && ofType.status !== 'unknown')
  return (
    <p class="insurance">
      {lines.map(([type, ofType]) => {
        if (ofType === null) return null
        const text = <InsuranceText insurance={ofType} />
        return <span key={type}>{texts.ofType({ type, insurance: text })} </span>
      })}
      {isKnown && <span>{texts.ask}</span>}
    </p>
  )
}

type OwnInsuranceProps = InsuranceProps & { readonly institution: InstitutionRow }

/** The insurance of an institution where it is another than that of its type. */
export function OwnInsurance({ institution, insurance }: OwnInsuranceProps) {
  const { insurance: own, type } = institution
  const ofType = insurance[type]
  if (own === undefined || isSame(own, ofType)) return null
  if (own.status === 'unknown' && ofType === null) return null
  return (
    <span>
      <InsuranceText insurance={own} />
    </span>
  )
}
