import { planPrune, removePlanned, type PrunePlan } from '../../captures/prune.ts'
import { now } from '../clock.ts'
import { withStore } from '../open-store.ts'
import { print } from '../output.ts'
import { capturesCommand, type CapturesOptions } from './captures-command.ts'
import { checkCapturesFolder } from './captures-option.ts'
import { readCitations } from './citations.ts'

type PruneOptions = CapturesOptions & { readonly dryRun?: boolean }

/** `ratebook captures prune` */
export const prune = capturesCommand(
  'prune',
  'remove captured pages that are older than 90 days and that nothing needs',
  'ratebook captures prune --dry-run',
)
  .option('--dry-run', 'show what would be removed, and remove nothing')
  .action(async ({ database, captures, dryRun = false }: PruneOptions) => {
    checkCapturesFolder(captures)
    const at = now()
    const book = () => withStore(database, 'read', readCitations)
    const plan = await planPrune(captures, book, at)
    if (!dryRun) await removePlanned(captures, plan, at)
    print(pruneText(plan, dryRun))
  })

function pruneText({ removed, leftovers, kept }: PrunePlan, dryRun: boolean): string {
  const bytes = removed.reduce((sum, { size }) => sum + size, 0)
  const total = kept.cited + kept.ends + kept.recent
  return [
    `${total} captures kept: ${kept.cited} cited by the book, ${kept.ends} first or last of a run, ${kept.recent} newer than 90 days`,
    `${removed.length} captures ${dryRun ? 'would be removed' : 'removed'}, ${bytes} bytes`,
    `${leftovers.length} leftovers of killed runs ${dryRun ? 'would be removed' : 'removed'}`,
  ].join('\n')
}
