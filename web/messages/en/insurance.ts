/** How deposits are insured. */
export const insurance = {
  upTo: 'insured up to {amount}',
  upToBy: 'insured up to {amount} by {scheme}',
  guaranteed: 'guaranteed by the state',
  guaranteedBy: 'guaranteed by the state ({scheme})',
  notInsured: 'not insured',
  unknown: 'it is not known whether deposits are insured',
  /** In a view of the past. */
  unknownOn: 'it is not known how deposits were insured on {day}',
  /** One of the texts above, and the day since when it applies. */
  since: '{insurance} since {day}',
  ofType: '{type}: {insurance}.',
  ask: 'So says the operator of this page. Ask the institution whether your deposit is insured.',
} as const
