import endpoint from '../serve/http/endpoints/rate-changes.ts'
import { column, directionColumns, questionCommand, rateColumns } from './question.ts'

export default questionCommand({
  name: 'changes',
  endpoint,
  examples: ['', '--type bank --json'],
  columns: [
    column('published', 'changed_at'),
    column('read', 'read_at'),
    column('institution', 'institution_id'),
    ...rateColumns,
    ...directionColumns,
  ],
})
