import { lookCommand } from './look.ts'

export default lookCommand(
  'verify',
  'rates-verified',
  'verified',
  'enter that an institution’s standing rates were confirmed against its own site',
)
