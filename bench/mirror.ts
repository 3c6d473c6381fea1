// The time of `ratebook mirror`, from a server on the same machine.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { launcher, runNode } from './market.ts'
import { figure, sideBySide, withTarget } from './page.ts'
import { startRatebook, type Bench } from './servers.ts'

export async function mirror(bench: Bench): Promise<string> {
  const measured = await sideBySide(bench, async (book) => {
    const server = await startRatebook(bench, book)
    const file = join(bench.folder, 'mirror.db')
    const command = [launcher, 'mirror', server.url, '--database', file]
    const first = runNode(...command)
    const again = runNode(...command)
    await server.stop()
    for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true })
    return [
      ['mirror, s', withTarget(first.elapsed / 1000, '≤', 60)],
      ['its processor time, s', figure(first.processor / 1000)],
      ['again, with nothing new, s', figure(again.elapsed / 1000)],
    ]
  })
  return `\`ratebook mirror\` of a server with the book into a new file, and then the same command again, which verifies the mirror. Both processes run on core 0. Once.

${measured}`
}
