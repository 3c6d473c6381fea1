/** What a request may ask, after Fastify's validation. */
export type Query = {
  readonly [
    parameter in
      | 'type'
      | 'variant'
      | 'tenure_months'
      | 'payout_type'
      | 'since'
      | 'direction'
      | 'institution_id'
  ]?: string
} & { readonly limit: number; readonly offset: number }

const words = (...values: string[]) => ({ type: 'string', enum: values })
const type = words('bank', 'nbfi')
const direction = words('up', 'down')
const text = { type: 'string', minLength: 1 }
const tenure = { type: 'string', pattern: String.raw`^(0|[1-9]\d{0,4})(\.\d{1,15})?$` }
const day = { type: 'string', format: 'date' }
const offset = { type: 'integer', minimum: 0, default: 0 }
const limit = (maximum: number, preset: number) => ({
  type: 'integer',
  minimum: 1,
  maximum,
  default: preset,
})
const terms = {
  variant: words('general', 'senior_citizen', 'women', 'digital', 'minor'),
  tenure_months: tenure,
  payout_type: words('maturity', 'monthly', 'quarterly', 'annual'),
}
const oneGroup = {
  tenure_months: tenure,
  variant: { ...terms.variant, default: 'general' },
  payout_type: { ...terms.payout_type, default: 'maturity' },
}
const query = (properties: object, required: string[] = []) => ({
  querystring: { type: 'object', properties, required },
})

/** The schemas that Fastify checks the parameters with. */
export const fastifySchemas = {
  compare: query({ ...oneGroup, type }, ['tenure_months']),
  summary: query({ ...terms, type }),
  summaryHistory: query({ ...oneGroup, type, since: day }, ['tenure_months']),
  offers: query({ ...terms, type, institution_id: text }),
  history: query({ ...terms, limit: limit(1000, 200), offset }),
  changes: query({
    since: day,
    type,
    direction,
    institution_id: text,
    limit: limit(1000, 200),
    offset,
  }),
  bestRates: query({ type, limit: limit(100, 20) }),
}
