import type { ComponentChildren } from 'preact'
import { institutionTypes } from '../../src/domain/institution.ts'
import type { InstitutionRow, InsuranceRow } from '../api/api.ts'
import type { Background } from '../api/background.ts'
import { useApp, useMessages } from '../app/app-context.ts'
import type { Messages } from '../messages/messages.ts'
import { hostOf } from '../../src/domain/page-host.ts'

/** `insured up to KES 500,000 by KDIC since 1 July 2020` */
export function InsuranceText({ insurance }: { readonly insurance: InsuranceRow }) {
  const { insurance: texts, words } = useMessages()
  const { address, since } = insurance
  const named = address === null ? insurance.scheme : (insurance.scheme ?? hostOf(address))
  const scheme = address === null ? named : <a href={address}>{named}</a>
  const text = statusText(insurance, scheme, { insurance: texts, words })
  return <>{since === null ? text : texts.since({ insurance: text, day: words.day(since) })}</>
}

function statusText(
  { status, amount, currency }: InsuranceRow,
  scheme: ComponentChildren,
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
      return texts.unknown
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
  return (
    <p class="insurance">
      {lines.map(([type, ofType]) => {
        if (ofType === null) return null
        const text = <InsuranceText insurance={ofType} />
        return <span key={type}>{texts.ofType({ type, insurance: text })} </span>
      })}
      <span>{texts.ask}</span> <InsuranceToday />
    </p>
  )
}

function isSame(a: InsuranceRow | null, b: InsuranceRow | null): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** Says in a view of the past that the insurance of a type, a setting of the operator, is that of today. */
export function InsuranceToday() {
  const { knownAt, messages } = useApp()
  return knownAt === '' ? null : <span>{messages.insurance.today}</span>
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
