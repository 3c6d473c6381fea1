import { lookCommand } from './look.ts'

export default lookCommand(
  'check',
  'rates-checked',
  'checked',
  'enter that an institution’s pages were looked at',
)
