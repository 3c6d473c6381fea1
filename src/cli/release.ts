import { writeRelease } from '../release/write-release.ts'
import { withStore } from '../store/open-store.ts'
import { loadBook } from './load-book.ts'
import { command, type DatabaseOption, type SettingsOption } from './options.ts'
import { print } from './output.ts'

type ReleaseOptions = DatabaseOption & SettingsOption

const example = `ratebook release releases/2026-07-20
ratebook release --daily --folder releases`

export default command('release', 'write the whole book as files for analysts', example)
  .argument('<folder>', 'the folder of the release; an earlier release is replaced')
  .action(async (folder: string, { database, settings }: ReleaseOptions) => {
    const { market } = await withStore(database, 'read', async (store) => {
      const view = await loadBook(store)
      await writeRelease(folder, { ...view, settings, checkpoint: undefined })
      return view
    })
    print(`${folder}: the book up to position ${market.position}`)
  })
