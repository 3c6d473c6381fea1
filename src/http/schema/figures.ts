import type { Figures } from '../../query/figures.ts'
import type { SummaryGroup } from '../../query/summary.ts'
import * as fields from './fields.ts'

/** The fields of a group's terms, which `/summary` and `/summary/history` share. */
export const groupFields = {
  institution_type: fields.institutionType,
  product_variant: fields.variant,
  tenure_months: fields.tenure,
  payout_type: fields.payout,
}

/** The fields of a group's figures. */
export const figureFields = {
  institution_count: fields.count('How many institutions have an offer.', 12),
  min_rate_pa: fields.described(fields.rate, 'The lowest headline rate.', '7.250'),
  median_rate_pa: fields.described(
    fields.rate,
    'The middle one, or the mean of the middle two.',
    '9.750',
  ),
  max_rate_pa: fields.described(fields.rate, 'The highest.', '10.500'),
  avg_rate_pa: fields.described(fields.rate, 'The mean.', '9.188'),
}

/** A group's terms on the wire. */
export const groupTexts = ({ type, terms }: Pick<SummaryGroup, 'type' | 'terms'>) => ({
  institution_type: type,
  product_variant: terms.variant,
  tenure_months: fields.tenureText(terms.tenure),
  payout_type: terms.payout,
})

/** A group's figures on the wire. */
export const figureTexts = ({ count, least, median, most, average }: Figures) => ({
  institution_count: count,
  min_rate_pa: fields.rateText(least),
  median_rate_pa: fields.rateText(median),
  max_rate_pa: fields.rateText(most),
  avg_rate_pa: fields.rateText(average),
})
