import type { Decimal } from '../../../src/domain/decimal.ts'
import type { InstitutionType } from '../../../src/domain/institution.ts'
import type { Payout, Terms, Variant } from '../../../src/domain/offer.ts'
import { tenureWords } from '../../../src/domain/tenure-words.ts'
import { capitalize, countedDuration, localTime, toDecimal } from '../../rates/format.ts'

const variants: Readonly<Record<Variant, string>> = {
  general: 'everyone',
  senior_citizen: 'senior citizens',
  women: 'women',
  digital: 'digital deposits',
  minor: 'minors',
}

const payouts: Readonly<Record<Payout, string>> = {
  maturity: 'at maturity',
  monthly: 'monthly',
  quarterly: 'quarterly',
  annual: 'annually',
}

const types: Readonly<Record<InstitutionType, string>> = {
  bank: 'Banks',
  nbfi: 'Finance companies',
}

const typeNouns: Readonly<Record<InstitutionType, string>> = {
  bank: 'bank',
  nbfi: 'finance company',
}

const dateFormat = (month: 'long' | 'short') =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month, year: 'numeric' })
const [longDay, shortDay] = [dateFormat('long'), dateFormat('short')]
const month = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', month: 'short' })
const dayOfMonth = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
})

function count(number: number, singular: string, plural = `${singular}s`): string {
  return `${number.toLocaleString('en-GB')} ${number === 1 ? singular : plural}`
}

const tenure = (months: string): string => tenureWords(toDecimal(months))

/** The words and formats of which the sentences of all views are made. */
export const words = {
  /** The savers of a variant, after “for”. */
  variants,
  /** When interest is paid, after “paid”. */
  payouts,
  types,
  /** The name of one institution of a type, within a sentence. */
  typeNouns,
  /** A tenure in months: `12 months`. A tenure that the institution printed in days is shown in days: `100 days`. */
  tenure,
  /** A tenure as an adjective: `12-month`. The hyphen does not break. */
  tenureAdjective: (months: string): string =>
    tenure(months).replace(' ', '\u2011').replace(/s$/, ''),
  /** `12 months, paid at maturity, for everyone, banks only, older rates included`. An empty tenure or payout means any. */
  terms: ({ tenure: months, payout, variant, type = '', includesOlder }: ShownTerms): string => {
    const duration = months === '' ? 'Any tenure' : tenure(months)
    const paid = payout === '' ? 'any payout' : `paid ${payouts[payout]}`
    const only = type === '' ? '' : `, ${types[type].toLowerCase()} only`
    return `${duration}, ${paid}, for ${variants[variant]}${only}${includesOlder ? ', older rates included' : ''}`
  },
  /** Who may take an offer: `for everyone`. */
  openTo: (variant: Variant): string => `for ${variants[variant]}`,
  /** `licensed_commercial_bank` as `Licensed commercial bank`. */
  licence: (licence: string): string => capitalize(licence.replaceAll('_', ' ')),
  /** The UTC day of a date or a time: `9 June 2026`. */
  day: (at: string | number): string => longDay.format(new Date(at)),
  /** The same for tables: `9 Jun 2026`. */
  shortDay: (at: string | number): string => shortDay.format(new Date(at)),
  /** A time to the minute in a named time zone: `9 June 2026, 09:20, Colombo time`. */
  time: (at: string, timeZone: string): string => {
    const { day, clock, place } = localTime(at, timeZone)
    return `${longDay.format(new Date(day))}, ${clock}${place === 'UTC' ? ' UTC' : `, ${place} time`}`
  },
  /** The short name of a month, for the axis of a chart. */
  month: (at: number): string => month.format(at),
  /** A day on such an axis: `9 Jun`. */
  dayOfMonth: (at: number): string => dayOfMonth.format(at),
  days: (number: number): string => count(number, 'day'),
  institutions: (number: number): string => count(number, 'institution'),
  /** A length of time in its largest unit: `9 years`, `5 months`, `12 days`. */
  duration: (days: number): string => {
    const duration = countedDuration(days)
    return count(duration.count, duration.unit)
  },
  /** `confirmed 3 days ago`, or `last confirmed 3 years ago` for an older rate. */
  freshness: (days: number, isStale: boolean): string => {
    if (isStale) {
      const duration = countedDuration(days)
      return `last confirmed ${count(duration.count, duration.unit)} ago`
    }
    return days === 0 ? 'confirmed today' : `confirmed ${count(days, 'day')} ago`
  },
  today: 'today',
  daysAgo: (days: number): string => `${count(days, 'day')} ago`,
  /** A minimum deposit, with the amount in digits: `from 5,000`. */
  fromAmount: (amount: string): string => `from ${amount}`,
  noMinimum: 'no stated minimum',
  /** A minimum deposit that moved, and the one before: `from 10,000 (before: from 5,000)`. */
  minimumMoved: (now: string, before: string): string => `${now} (before: ${before})`,
  yes: 'yes',
  no: 'no',
  /** The direction of a rate, in files. A rate is unchanged where the minimum deposit moved, or the offer returned. */
  directions: { initial: 'first', up: 'up', down: 'down', flat: 'unchanged' },
}

/** Terms of a view; an empty tenure or payout means any. */
type ShownTerms = {
  readonly tenure: Decimal | ''
  readonly payout: Terms['payout'] | ''
  readonly variant: Variant
  /** The type of the institutions, where only one is shown. */
  readonly type?: InstitutionType | ''
  readonly includesOlder?: boolean
}
