import { verifyCaptures } from '../../captures/verify.ts'
import { Failure } from '../../domain/failure.ts'
import { withStore } from '../open-store.ts'
import { print, progress } from '../output.ts'
import { capturesCommand, type CapturesOptions } from './captures-command.ts'
import { checkCapturesFolder } from './captures-option.ts'
import { readCitations } from './citations.ts'

/** `ratebook captures verify` */
export const verify = capturesCommand(
  'verify',
  'read every captured page and every line of the log, and find what is damaged or missing',
  'ratebook captures verify --captures captures --database ratebook.db',
).action(async ({ database, captures }: CapturesOptions) => {
  checkCapturesFolder(captures)
  const { cited } = await withStore(database, 'read', readCitations)
  let bar = progress('verifying', 0)
  const { bodies, fetches, problems } = await verifyCaptures(captures, cited, (done, total) => {
    if (done === 1) bar = progress('verifying', total)
    bar.step(done)
  })
  bar.end()
  for (const { path, message } of problems) print(`${path} ${message}`)
  const counts = `${bodies} captures, ${fetches} fetches`
  if (problems.length > 0)
    throw new Failure(
      'disk',
      `${counts}, ${problems.length} damaged or missing: restore them from a backup.`,
    )
  print(`${counts}, nothing damaged or missing`)
})
