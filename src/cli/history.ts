import endpoint from '../http/endpoints/rate-history.ts'
import { column, questionCommand } from './question.ts'

export default questionCommand({
  name: 'history',
  endpoint,
  examples: ['peoples-bank --tenure-months 12', 'peoples-bank --limit 1000 --json'],
  columns: [
    column('changed', 'changed_at'),
    column('months', 'tenure_months', true),
    column('minimum', 'min_deposit', true),
    column('from', 'prev_rate_pa', true),
    column('to', 'new_rate_pa', true),
    column('direction', 'direction'),
  ],
})
