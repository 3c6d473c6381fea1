import { plainCommand } from './options.ts'
import { exportWarc } from './captures/export.ts'
import { prune } from './captures/prune.ts'
import { verify } from './captures/verify.ts'

const example = `ratebook captures verify
ratebook captures prune --dry-run
ratebook captures export --warc pages.warc.gz`

export default plainCommand('captures', 'verify, prune and export the captured pages', example)
  .addCommand(verify)
  .addCommand(prune)
  .addCommand(exportWarc)
