import type { InstitutionRow } from '../api.ts'
import type { Background } from '../background.ts'
import { useApp, useMessages } from '../app-context.ts'
import type { Messages } from '../messages/messages.ts'
import { formatMoney } from './figures.tsx'

/** The licence and the credit rating of an institution, below its name. */
export function SafetyFacts({ institution }: { readonly institution: InstitutionRow | undefined }) {
  const messages = useMessages()
  if (institution === undefined) return null
  return (
    <>
      <span class={institution.type}>{messages.words.licence(institution.license_type)}</span>
      <span>{ratingText(institution, messages)}</span>
    </>
  )
}

/** `AA-(lka), Fitch Ratings, 5 Jun 2026`, or that there is no rating. */
function ratingText(institution: InstitutionRow, { market, words }: Messages): string {
  const { credit_rating: rating, rating_agency: agency, rating_updated: day } = institution
  if (rating === null) return market.noRating
  return [rating, agency ?? [], day === null ? [] : words.shortDay(day)].flat().join(', ')
}

type InsuranceProps = Pick<Background, 'insuredAmount' | 'currency'>

/** Up to which amount a deposit is insured; nothing if the operator has not set it. */
export function InsuranceNote({ insuredAmount, currency }: InsuranceProps) {
  const { market } = useMessages()
  if (insuredAmount === undefined) return null
  return (
    <p class="insurance">
      {market.insured(moneyText(insuredAmount, currency))} <InsuredToday />
    </p>
  )
}

/** Says in a view of the past that the insured amount, a setting of the operator, is that of today. */
export function InsuredToday() {
  const { knownAt, messages } = useApp()
  return knownAt === '' ? null : <>{messages.market.insuredToday}</>
}

/** `LKR 1,100,000` */
export function moneyText(amount: string, currency: string): string {
  return `${currency} ${formatMoney(amount)}`.trim()
}
