import endpoint from '../serve/http/endpoints/institutions.ts'
import { column, questionCommand } from './question.ts'

export default questionCommand({
  name: 'institutions',
  endpoint,
  examples: ['', '--type bank --json'],
  columns: [
    column('id', 'id'),
    column('name', 'name'),
    column('type', 'type'),
    column('active', 'active'),
    column('licence', 'license_type'),
    column('rating', 'credit_rating'),
  ],
})
