import endpoint from '../serve/http/endpoints/rate-history.ts'
import { column, directionColumns, questionCommand, rateColumns } from './question.ts'

export default questionCommand({
  name: 'history',
  endpoint,
  examples: ['peoples-bank --tenure-months 12', 'peoples-bank --limit 1000 --json'],
  columns: [
    column('published', 'changed_at'),
    column('read', 'read_at'),
    ...rateColumns,
    ...directionColumns,
  ],
})
