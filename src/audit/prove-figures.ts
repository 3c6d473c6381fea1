import { openCapturesFolder } from '../captures/folder.ts'
import { checkInCage } from '../collect/cage.ts'
import { bookStart } from '../domain/digest.ts'
import type { Entry } from '../domain/entry.ts'
import { verifiedEntries } from '../store/chain.ts'
import type { Store } from '../store/store.ts'
import { Failure } from '../domain/failure.ts'
import { progress } from '../cli/output.ts'
import { auditEvidence, type EvidenceAudit } from './evidence.ts'

/** Proves every collected figure. Throws a `Failure` with a line for each that is not proven. */
export async function proveFigures(store: Store, folder: string): Promise<EvidenceAudit> {
  // A loaded market leaves out cells.
  const entries: Entry[] = []
  for await (const batch of verifiedEntries(store, bookStart)) entries.push(...batch.entries)
  const bar = progress('proving figures', entries.length)
  const evidence = await auditEvidence(entries, {
    captures: openCapturesFolder(folder),
    check: checkInCage,
    onEntry: bar.step,
  })
  bar.end()
  const { problems } = evidence
  if (problems.length === 0) return evidence
  const isDamaged = problems.some(({ isDamage }) => isDamage === true)
  const lines = problems.map(({ position, message }) => `Position ${position}: ${message}`)
  throw new Failure(isDamaged ? 'disk' : 'refused', lines.join('\n'))
}
