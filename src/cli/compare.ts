import endpoint from '../serve/http/endpoints/compare.ts'
import { column, questionCommand } from './question.ts'

export default questionCommand({
  name: 'compare',
  endpoint,
  examples: [
    '--tenure-months 12',
    '--tenure-months 12 --deposit 100000 --known-at 2026-06-09T00:00:00Z --json',
  ],
  columns: [
    column('institution', 'institution_id'),
    column('name', 'institution_name'),
    column('type', 'institution_type'),
    column('months', 'tenure_months', true),
    column('payout', 'payout_type'),
    column('rate', 'rate_pa', true),
  ],
})
