import { confirmationCommand } from './confirmation-command.ts'

export default confirmationCommand(
  'verify',
  'rates-verified',
  'verified',
  'record that an institution’s standing rates were compared with their page and are unchanged',
)
