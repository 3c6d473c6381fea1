import type { SummaryGroup } from '../../query/summary/summary.ts'
import * as fields from './fields.ts'

/** The fields that name a group; `/summary` and `/summary/history` share them. */
export const groupFields = {
  institution_type: fields.institutionType,
  product_variant: fields.variant,
  tenure_months: fields.tenure,
  payout_type: fields.payout,
}

/** The fields of a group's statistics. */
export const figureFields = {
  institution_count: fields.count('The number of institutions that have an offer.', 12),
  min_rate_pa: fields.described(fields.rate, 'The lowest headline rate.', '7.250'),
  median_rate_pa: fields.described(
    fields.rate,
    'The median headline rate: the middle one, or the mean of the middle two.',
    '9.750',
  ),
  max_rate_pa: fields.described(fields.rate, 'The highest headline rate.', '10.500'),
  avg_rate_pa: fields.described(fields.rate, 'The mean headline rate.', '9.188'),
}

/** The fields that name a group, with their values. */
export const groupRow = ({ type, terms }: Pick<SummaryGroup, 'type' | 'terms'>) => ({
  institution_type: type,
  product_variant: terms.variant,
  tenure_months: fields.tenureText(terms.tenure),
  payout_type: terms.payout,
})

/** The fields of a group's statistics, with their values. */
export const figureRow = ({
  figures: { count, least, median, most, average },
}: Pick<SummaryGroup, 'figures'>) => ({
  institution_count: count,
  min_rate_pa: fields.rateText(least),
  median_rate_pa: fields.rateText(median),
  max_rate_pa: fields.rateText(most),
  avg_rate_pa: fields.rateText(average),
})
