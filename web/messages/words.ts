import type { PageSettings } from '../../src/domain/book-settings.ts'
import type { Decimal } from '../../src/domain/decimal.ts'
import type { InstitutionType } from '../../src/domain/institution.ts'
import type { Terms, Variant } from '../../src/domain/offer.ts'
import {
  countedRange,
  countedTenure,
  type CountedBound,
  type CountedTenure,
} from '../../src/domain/tenure.ts'
import type { Money } from '../money/money.ts'
import { capitalize, toDecimal } from '../rates/format.ts'
import type { MessagesOf } from './bind.ts'
import type { Calendar } from './catalogue.ts'
import { createDates, localTime } from './dates.ts'
import type { words } from './en/words.ts'

export type Words = ReturnType<typeof createWords>

type Formats = {
  readonly language: string
  readonly settings: PageSettings
  readonly money: Money
  readonly calendar: Calendar | undefined
}

/** The words and formats of which the sentences of all views are made. */
export function createWords(
  texts: MessagesOf<typeof words>,
  { language, settings, money, calendar }: Formats,
) {
  const dates = createDates(money.locale, calendar)
  const names = (type: InstitutionType) => settings.typeNames[type]?.[language]
  const plurals = {
    bank: names('bank')?.other ?? texts.types.bank,
    nbfi: names('nbfi')?.other ?? texts.types.nbfi,
  }
  const days = (count: number): string => texts.durations.day({ count })
  /** A length of time: days, whole months from two on, or years and months from two years on. A year has 365 days, as a tenure has. */
  const duration = (length: number): string => {
    if (length < 62) return days(length)
    const all = Math.floor((length * 12) / 365)
    const count = all < 24 ? all : all % 12
    const months = texts.durations.month({ count })
    if (all < 24) return months
    const years = texts.durations.year({ count: Math.floor(all / 12) })
    return count === 0 ? years : texts.yearsAndMonths({ years, months })
  }
  const countOf = ({ count, unit }: CountedTenure): string => texts.durations[unit]({ count })
  /**
   * A tenure in months, or a range with its upper bound: `12 months`, `12 to under 24 months`. A tenure that the institution
   * printed in days is shown in days: `100 days`.
   */
  const tenure = (months: string, upperBound?: string | null): string => {
    if (upperBound === undefined || upperBound === null)
      return countOf(countedTenure(toDecimal(months)))
    const { from, to } = countedRange(toDecimal(months), toDecimal(upperBound))
    if (from.unit !== to.unit)
      return texts.tenureRanges.mixed({ from: countOf(from), to: countOf(to) })
    const bound = ({ count, isExcluded }: CountedBound, excluded: 'above' | 'under'): string =>
      isExcluded ? texts.tenureRanges[excluded]({ bound: count }) : count
    return texts.tenureRanges[from.unit]({ from: bound(from, 'above'), to: bound(to, 'under') })
  }
  /** Who may take an offer: `for everyone`. */
  const openTo = (variant: Variant): string => texts.openTo({ variant: texts.variants[variant] })
  return {
    ...texts,
    ...dates,
    money,
    /** The types of institutions as heads: `Finance companies`. */
    types: { bank: capitalize(plurals.bank), nbfi: capitalize(plurals.nbfi) },
    typeNouns: {
      bank: names('bank')?.one ?? texts.typeNouns.bank,
      nbfi: names('nbfi')?.one ?? texts.typeNouns.nbfi,
    },
    /** `Banks and finance companies` */
    bothTypes: capitalize(texts.bothTypes({ banks: plurals.bank, companies: plurals.nbfi })),
    days,
    duration,
    tenure,
    openTo,
    /** A tenure as an adjective: `12-month`. The hyphen does not break. */
    tenureAdjective: (months: string): string => {
      const { count, unit } = countedTenure(toDecimal(months))
      return texts.tenureAdjectives[unit]({ count })
    },
    /** `12 months, paid at maturity, for everyone, banks only, older rates included`. An empty tenure or payout means any. */
    terms: ({ tenure: months, tenureTo, payout, variant, ...rest }: ShownTerms): string => {
      const { type = '', includesOlder } = rest
      return [
        months === '' ? texts.anyTenure : tenure(months, tenureTo),
        payout === '' ? texts.anyPayout : texts.paid({ payout: texts.payouts[payout] }),
        openTo(variant),
        ...(type === '' ? [] : [texts.onlyTypes({ types: plurals[type] })]),
        ...(includesOlder === true ? [texts.olderIncluded] : []),
      ].join(', ')
    },
    /** `licensed_commercial_bank` as `Licensed commercial bank`. */
    licence: (licence: string): string => {
      const licences: Readonly<Record<string, string | undefined>> = texts.licences
      return licences[licence] ?? capitalize(licence.replaceAll('_', ' '))
    },
    /** A time to the minute in a named time zone: `9 June 2026, 09:20, Nairobi time`. */
    time: (at: string, timeZone: string): string => {
      const { day, ...local } = localTime(at, timeZone)
      const text = local.place === 'UTC' ? texts.utcTime : texts.localTime
      return text({ day: dates.day(day), ...local })
    },
    /** Says when the days of the page begin by the clocks of the book; empty where these show UTC. */
    dayBegins: (now: Date, timeZone: string): string => {
      const { clock, place } = localTime(now.toISOString().slice(0, 10), timeZone)
      return place === 'UTC' ? '' : texts.dayBegins({ clock, place })
    },
    institutions: (count: number): string => texts.institutions({ count }),
    /** `confirmed 3 days ago`, or `last confirmed 3 years ago` for an older rate. */
    freshness: (count: number, isStale: boolean): string => {
      if (isStale) return texts.lastConfirmed({ duration: duration(count) })
      return count === 0 ? texts.confirmedToday : texts.confirmedDaysAgo({ count })
    },
    daysAgo: (count: number): string => texts.daysAgo({ count }),
  }
}

/** Terms of a view; an empty tenure or payout means any. */
type ShownTerms = {
  readonly tenure: Decimal | ''
  /** The upper bound of a range. */
  readonly tenureTo?: Decimal
  readonly payout: Terms['payout'] | ''
  readonly variant: Variant
  /** The type of the institutions, where only one is shown. */
  readonly type?: InstitutionType | ''
  readonly includesOlder?: boolean
}
