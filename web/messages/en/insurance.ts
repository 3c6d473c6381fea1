/** How deposits are insured. */
export const insurance = {
  upTo: 'insured up to {amount}',
  upToBy: 'insured up to {amount} by {scheme}',
  guaranteed: 'guaranteed by the state',
  guaranteedBy: 'guaranteed by the state ({scheme})',
  notInsured: 'not insured',
  unknown: 'it is not known whether deposits are insured',
  /** One of the texts above, and the day since when it applies. */
  since: '{insurance} since {day}',
  ofType: '{type}: {insurance}.',
  ask: 'So says the operator of this page. Ask the institution whether your deposit is insured.',
  /** In a view of the past. */
  today: 'The insurance of each type of institution is that of today.',
} as const
