import endpoint from '../http/endpoints/sources.ts'
import { Failure } from './failure.ts'
import { column, questionCommand } from './question.ts'

export default questionCommand({
  name: 'sources',
  endpoint,
  examples: ['', '--institution-id peoples-bank --json'],
  columns: [
    column('institution', 'institution_id'),
    column('last outcome', 'last_outcome'),
    column('when', 'last_run_at'),
    column('next due', 'next_due_at'),
    column('waits for a person', 'is_held'),
  ],
  // A person has to review the held rates.
  after: (rows) => {
    if (rows.some((row) => row['is_held'] === true)) throw new Failure('waiting', '')
  },
})
