import { plainCommand } from './options.ts'
import { acceptCommand } from './source/accept.ts'
import { checkCommand } from './source/check.ts'
import { replayCommand } from './source/replay.ts'
import { tryCommand } from './source/try.ts'

const example = `ratebook source check
ratebook source try peoples-bank --page page.html
ratebook source replay peoples-bank
ratebook source accept peoples-bank --by jane`

export default plainCommand('source', 'check, try and accept source definitions', example)
  .addCommand(checkCommand)
  .addCommand(tryCommand)
  .addCommand(replayCommand)
  .addCommand(acceptCommand)
