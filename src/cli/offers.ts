import endpoint from '../http/endpoints/current-offers.ts'
import { column, questionCommand } from './question.ts'

export default questionCommand({
  name: 'offers',
  endpoint,
  examples: ['', '--type bank --json'],
  columns: [
    column('institution', 'institution_id'),
    column('variant', 'product_variant'),
    column('months', 'tenure_months', true),
    column('payout', 'payout_type'),
    column('rate', 'rate_pa', true),
    column('minimum', 'min_deposit', true),
    column('read', 'scraped_at'),
  ],
})
