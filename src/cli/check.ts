import { confirmationCommand } from './confirmation-command.ts'

export default confirmationCommand(
  'check',
  'rates-checked',
  'checked',
  'record that the page of an institution’s rates was checked',
)
