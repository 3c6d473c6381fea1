import { Option } from 'commander'
import { auditBook, auditFailure } from '../book/audit/audit-book.ts'
import { nameOf } from '../book/publish/input/read-file.ts'
import { withEntries } from '../book/store/open-store.ts'
import { withoutPassword } from '../book/store/postgres/address.ts'
import type { OtherSchema, Store } from '../book/store/store.ts'
import type { EvidenceAudit } from '../collect/audit/evidence.ts'
import { Failure } from '../domain/failure.ts'
import { counted } from '../domain/text.ts'
import {
  checkContained,
  containedLine,
  readCheckpoint,
  readDigestTree,
  readNote,
  readVerifierKey,
  type NamedCheckpoint,
} from '../share/checkpoints/checkpoint.ts'
import { warnIfAhead } from './clock.ts'
import { checkCapturesFolder, collected, command, type DatabaseOption } from './options.ts'
import { print, withProgress } from './output.ts'

type AuditOptions = DatabaseOption & {
  readonly checkpoint?: readonly string[]
  readonly checkpointKey?: string
  readonly captures?: string
}

const example = `ratebook audit --database ratebook.db
ratebook audit --captures captures
ratebook audit --checkpoint june.txt --checkpoint-key rates.example+70e99047+AddamAGCsQq31Uv+08lkBzoO4XLz2qYjJa8CGmj3B1Ea`

export default command('audit', 'verify every digest, and decide every entry again', example)
  .addOption(
    new Option(
      '--checkpoint <file>',
      'prove that the book still contains a checkpoint: a file, - for standard input, or an address; may be repeated',
    ).argParser(collected),
  )
  .option('--checkpoint-key <key>', 'the verifier key that must have signed the checkpoints')
  .option(
    '--captures <folder>',
    'also prove every collected figure from the captured pages in this folder',
  )
  .action(async ({ database, checkpoint: places = [], checkpointKey, captures }: AuditOptions) => {
    const checkpoints = await readCheckpoints(places, checkpointKey)
    const prover = captures === undefined ? undefined : await createProver(captures)
    const audited = await withEntries(database, async (store) => {
      // Reading the digests is quick, so a rewritten book is found before the long audit.
      await checkAllContained(store, checkpoints)
      const { position, withheld, difference } = await withProgress('auditing', store, (step) =>
        auditBook(store, step),
      )
      if (difference !== undefined)
        throw auditFailure(`Position ${difference.position}`, difference)
      await warnIfAhead(store)
      const evidence = await prover?.(store)
      return { position, withheld, evidence, otherSchema: store.otherSchema }
    })
    const { position, withheld, evidence, otherSchema } = audited
    print(`${counted(position, 'entry', 'entries')}, no difference`)
    if (withheld > 0) print(withheldLine(withheld))
    if (evidence !== undefined) print(evidenceLines(evidence))
    for (const checkpoint of checkpoints) print(containedLine(checkpoint))
    if (otherSchema !== undefined) throw schemaFailure(otherSchema, database)
  })

/** The failure for a book whose entries are right, and whose schema is not. */
function schemaFailure({ kind, finding }: OtherSchema, database: string): Failure {
  const from = withoutPassword(database)
  return new Failure(
    kind,
    `${finding} Its entries are what was appended. ` +
      `\`ratebook copy --from ${from} --to NEW\` copies them into a book with the right schema.`,
  )
}

/** The line about private entries, which the audit of a mirror cannot verify. */
function withheldLine(count: number): string {
  const entries = count === 1 ? '1 private entry has' : `${count} private entries have`
  return `${entries} no body here: held sheets, decisions, accepted sources and reviewers were not verified`
}

function evidenceLines({ figures, entries, typed, withheld }: EvidenceAudit): string {
  return [
    `${counted(figures, 'figure')} of ${counted(entries, 'entry', 'entries')} ${figures === 1 ? 'stands' : 'stand'} in their captures`,
    ...(typed === 0
      ? []
      : [
          `${counted(typed, 'figure')} ${typed === 1 ? 'was' : 'were'} typed by persons, so no capture proves them`,
        ]),
    ...(withheld === 0
      ? []
      : [
          `not proven, because a held sheet without a body has the cells: figures of ${counted(withheld, 'entry', 'entries')}`,
        ]),
  ].join('\n')
}

/** Only proofs need the modules that read pages. */
async function createProver(folder: string): Promise<(store: Store) => Promise<EvidenceAudit>> {
  checkCapturesFolder(folder)
  const { proveFigures } = await import('../collect/audit/evidence.ts')
  return (store) =>
    withProgress('proving figures', store, (step) => proveFigures(store, folder, step))
}

async function readCheckpoints(
  places: readonly string[],
  key: string | undefined,
): Promise<readonly NamedCheckpoint[]> {
  if (key !== undefined && places.length === 0)
    throw new Failure('usage', '--checkpoint-key needs a checkpoint: give --checkpoint FILE too.')
  const verifier = key === undefined ? undefined : readVerifierKey(key)
  const checkpoints: NamedCheckpoint[] = []
  for (const place of places)
    checkpoints.push(readCheckpoint(await readNote(place), nameOf(place), verifier))
  return checkpoints
}

async function checkAllContained(
  store: Store,
  checkpoints: readonly NamedCheckpoint[],
): Promise<void> {
  if (checkpoints.length === 0) return
  const digests = await withProgress('reading digests', store, (step) =>
    readDigestTree(store, step),
  )
  for (const checkpoint of checkpoints) checkContained(store, digests, checkpoint)
}
