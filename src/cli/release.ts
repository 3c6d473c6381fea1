import { withStore } from '../book/store/open-store.ts'
import type { Store } from '../book/store/store.ts'
import type { NoteSigner } from '../domain/checkpoint.ts'
import { reasonOf, Failure } from '../domain/failure.ts'
import { newestCheckpoint } from '../serve/http/endpoints/checkpoint.ts'
import { treeReader, type BookView } from '../serve/server/read-book.ts'
import { createSettingReader, readSigner } from '../serve/server/read-setting.ts'
import { releaseDaily } from '../share/release/daily.ts'
import { writeRelease, type ReleaseSource } from '../share/release/write-release.ts'
import { now } from './clock.ts'
import { loadBook } from './load-book.ts'
import { addOptions, command, type DatabaseOption, type SettingsOption } from './options.ts'
import { print } from './output.ts'
import { sections } from './settings/sections.ts'
import { untilStopped } from './until-stopped.ts'

type ReleaseOptions = DatabaseOption &
  SettingsOption & {
    readonly daily?: boolean
    readonly folder: string
    readonly hour: string
    readonly signingKey?: string
    readonly origin?: string
  }

const example = `ratebook release releases/2026-07-20
ratebook release --daily --folder releases --hour 3  # stays, and writes releases/2026-07-20 and so on`

const releaseCommand = command('release', 'write the whole book as files for analysts', example)
  .argument('[folder]', 'the folder of one release; an earlier release is replaced')
  .option('--daily', 'keep running, and write a release each day into a folder named by the day')

export default addOptions(releaseCommand, sections.release).action(
  async (folder: string | undefined, options: ReleaseOptions) => {
    const { daily = false } = options
    if (daily === (folder !== undefined))
      throw new Failure('usage', 'Give the folder of one release, or --daily.')
    const read = createSettingReader()
    const hour = read.whole('--hour', options.hour, 'hour', 0, 23)
    const signer = readSigner(options.signingKey, options.origin, read.refuse)
    if (read.wrong.length > 0) throw new Failure('configuration', read.wrong.join('\n'))
    if (folder === undefined) return stayAndRelease(options, hour, signer)
    const position = await release(folder, options, signer)
    print(`${folder}: the book up to position ${position}`)
  },
)

async function stayAndRelease(
  options: ReleaseOptions,
  hour: number,
  signer: NoteSigner | undefined,
): Promise<void> {
  await untilStopped('info', async (log, signal) => {
    await releaseDaily({
      folder: options.folder,
      hour,
      timeZone: options.settings.timeZone ?? 'UTC',
      now,
      signal,
      write: async (path) => void (await release(path, options, signer, signal)),
      onWritten: (path) => log.info(`Released ${path}.`),
      onFailure: (error) => log.error(reasonOf(error)),
    })
    log.info('Stopped; a release that was not complete was removed.')
  })
}

/** Writes a release of the book as it is now, and returns its position. */
function release(
  folder: string,
  { database, settings }: ReleaseOptions,
  signer: NoteSigner | undefined,
  signal?: AbortSignal,
): Promise<number> {
  return withStore(database, 'read', async (store) => {
    const view = await loadBook(store)
    const checkpoint = await checkpointOf(view, store, signer)
    await writeRelease(folder, { ...view, store, settings, checkpoint }, signal)
    return view.market.position
  })
}

/** The checkpoint of the book, signed now; without a key, the last one that the book keeps. */
async function checkpointOf(
  { market, tree }: BookView,
  store: Store,
  signer: NoteSigner | undefined,
): Promise<ReleaseSource['checkpoint']> {
  const newest = await newestCheckpoint({
    market,
    site: { checkpointSigner: signer },
    book: {
      tree: () => treeReader(tree),
      readKeptCheckpoint: async () => ({ note: await store.keptCheckpoint() }),
    },
  })
  return 'kind' in newest ? undefined : newest
}
