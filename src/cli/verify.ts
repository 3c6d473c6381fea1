import { confirmationCommand } from './confirmation-command.ts'

export default confirmationCommand(
  'verify',
  'rates-verified',
  'verified',
  'record that an institution’s standing rates were verified against its own site',
)
