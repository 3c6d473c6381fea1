import endpoint from '../serve/http/endpoints/freshness.ts'
import { column, questionCommand } from './question.ts'

export default questionCommand({
  name: 'freshness',
  endpoint,
  examples: ['', '--institution-id peoples-bank --json'],
  columns: [
    column('institution', 'institution_id'),
    column('published', 'last_published_at'),
    column('checked', 'last_checked_at'),
    column('oldest verified', 'last_verified_at'),
    column('days', 'days_since_verified', true),
    column('limit', 'stale_after_days', true),
    column('stale', 'is_stale'),
  ],
})
