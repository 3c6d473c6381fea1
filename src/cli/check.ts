import { confirmationCommand } from './confirmation-command.ts'

export default confirmationCommand(
  'check',
  'rates-checked',
  'checked',
  'record that an institution’s page was checked',
)
