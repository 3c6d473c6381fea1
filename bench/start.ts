// The time of a start and of `ratebook publish`, and the memory of a server that has just started.
import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { marketSheets, offersPerSheet, publishSheets, runNode, type RunTimes } from './market.ts'
import { figure, median, sideBySide, withTarget } from './page.ts'
import { processorSeconds, residentMegabytes, startRatebook, type Bench } from './servers.ts'

export async function start(bench: Bench): Promise<string> {
  const measured = await sideBySide(bench, async (book) => {
    const times: number[] = []
    const processor: number[] = []
    const memory: number[] = []
    const heap: number[] = []
    for (let round = 0; round < bench.rounds; round++) {
      const startedAt = performance.now()
      const server = await startRatebook(bench, book)
      times.push((performance.now() - startedAt) / 1000)
      processor.push(processorSeconds(server.pids))
      memory.push(residentMegabytes(server))
      heap.push((await server.probe('read')).heap)
      await server.stop()
    }
    return [
      ['processor time until then, s', figure(median(processor))],
      ['start, s', withTarget(median(times), '≤', 2.5)],
      ['memory after the start, MB', withTarget(median(memory), '≤', 400)],
      ['heap after the start, MB', figure(median(heap))],
    ]
  })
  return `A server, until \`/ready\` is answered with 200, and its memory then. Medians of ${bench.rounds} rounds.

${measured}`
}

export async function publish(bench: Bench): Promise<string> {
  const { folder, rounds } = bench
  const measured = await sideBySide(bench, async ({ changes, file: book }) => {
    const copy = join(folder, 'publish.db')
    const file = join(folder, 'sheet.json')
    copyFileSync(book, copy)
    const published = changes / offersPerSheet
    const times = marketSheets(published + rounds)
      .slice(published)
      .map((sheet) => {
        writeFileSync(file, JSON.stringify(sheet))
        return { published: publishSheets(file, copy), node: runNode('-e', '0') }
      })
    const beside = (name: keyof RunTimes) =>
      median(times.map(({ published: all, node }) => all[name] - node[name]))
    return [
      ['publish, processor time, ms', figure(beside('processor'))],
      ['publish, ms', withTarget(beside('elapsed'), '≤', 150)],
    ]
  })
  return `\`ratebook publish\` of one sheet of ${offersPerSheet} changes, less \`node -e 0\`. Medians of ${rounds} rounds.

${measured}`
}
