import { Option } from 'commander'
import { withStore } from '../book/store/open-store.ts'
import type { Store } from '../book/store/store.ts'
import { counted } from '../domain/text.ts'
import { readVerifierKey } from '../share/checkpoints/checkpoint.ts'
import { followLog, mirrorOnce, type Reading } from '../share/mirror/mirror-log.ts'
import { openMirroredBook, type MirroredBook } from '../share/mirror/mirrored-book.ts'
import { logLimits, readLogAddress } from '../share/mirror/read-log.ts'
import { now, warnIfAhead } from './clock.ts'
import { command, type DatabaseOption } from './options.ts'
import { print, withProgress } from './output.ts'
import { untilStopped } from './until-stopped.ts'

/** The milliseconds from one reading of a followed log to the next: as long as caches keep its last page. */
const pause = 60_000

type Options = DatabaseOption & { readonly checkpointKey?: string; readonly follow?: boolean }

const example = `ratebook mirror https://rates.example --database mirror.db
ratebook mirror https://rates.example --database mirror.db --follow`

export default command(
  'mirror',
  "hold a verified copy of another server's book, and extend it",
  example,
)
  .argument('<url>', 'the address of a server of Ratebook, or of a folder with its log')
  .addOption(
    new Option(
      '--checkpoint-key <key>',
      'the verifier key that must have signed the checkpoint of the log',
    ).env('RATEBOOK_CHECKPOINT_KEY'),
  )
  .addOption(new Option('--follow', 'go on with new entries until the command is stopped'))
  .action(async (address: string, { database, checkpointKey, follow }: Options) => {
    const url = readLogAddress(address)
    const verifier = checkpointKey === undefined ? undefined : readVerifierKey(checkpointKey)
    await withStore(database, 'create', (store) =>
      follow === true ? followed(store, url, verifier) : once(store, url, verifier),
    )
  })

type Verifier = MirroredBook['verifier']

async function once(store: Store, url: string, verifier: Verifier): Promise<void> {
  const { signal } = new AbortController()
  const mirror = await withProgress('auditing', store, (step) =>
    openMirroredBook(store, url, { verifier, signal, onBatch: step }),
  )
  const before = mirror.position()
  const { checkpoint } = await mirrorOnce(mirror, { limits: logLimits, signal })
  const { position: reached } = await store.head()
  print(
    reached === before
      ? `${store.name}: nothing new, it has ${counted(before, 'entry', 'entries')} of ${url}`
      : `${store.name}: mirrored positions ${before + 1} to ${reached} of ${url}`,
  )
  print(checkpointLine(url, checkpoint))
  await warnIfAhead(store)
}

function checkpointLine(url: string, named: Reading['checkpoint']): string {
  if (named === undefined) return `${url} has no checkpoint, so nobody has signed these entries`
  const { checkpoint, isVerified } = named
  const signature = isVerified
    ? `signed by ${checkpoint.origin}`
    : `of ${checkpoint.origin}, whose signature was not checked, because no --checkpoint-key was given`
  return `the checkpoint of ${counted(checkpoint.size, 'entry', 'entries')} has the root of the mirror; it is ${signature}`
}

async function followed(store: Store, url: string, verifier: Verifier): Promise<void> {
  await untilStopped('info', async (log, signal) => {
    try {
      const open = (): Promise<MirroredBook> => openMirroredBook(store, url, { verifier, signal })
      await followLog(open, { limits: logLimits, signal, log, pause, now })
    } catch (error) {
      if (!signal.aborted) throw error
    }
  })
}
