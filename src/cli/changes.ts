import endpoint from '../http/endpoints/rate-changes.ts'
import { column, questionCommand } from './question.ts'

export default questionCommand('changes', endpoint, [
  column('changed', 'changed_at'),
  column('institution', 'institution_id'),
  column('variant', 'product_variant'),
  column('months', 'tenure_months', true),
  column('payout', 'payout_type'),
  column('minimum', 'min_deposit', true),
  column('from', 'prev_rate_pa', true),
  column('to', 'new_rate_pa', true),
  column('direction', 'direction'),
])
