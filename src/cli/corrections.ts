import endpoint from '../serve/http/endpoints/corrections.ts'
import { column, monthsColumn, questionCommand } from './question.ts'

export default questionCommand({
  name: 'corrections',
  endpoint,
  examples: ['', '--institution-id peoples-bank --json'],
  columns: [
    column('correction', 'id'),
    column('corrected', 'corrected_at'),
    column('institution', 'institution_id'),
    column('variant', 'product_variant'),
    monthsColumn,
    column('payout', 'payout_type'),
    column('minimum', 'min_deposit', true),
    column('was', 'was_rate_pa', true),
    column('now', 'now_rate_pa', true),
    column('cause', 'cause'),
    column('sheet', 'target', true),
  ],
})
