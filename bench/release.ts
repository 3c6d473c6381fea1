// The time and the memory of `ratebook release`, and the sizes of its files.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { launcher } from './market.ts'
import { figure, sideBySide } from './page.ts'
import { processorSeconds, type Bench } from './servers.ts'

export async function release(bench: Bench): Promise<string> {
  const measured = await sideBySide(bench, async ({ file: book }) => {
    const folder = join(bench.folder, 'release')
    const startedAt = performance.now()
    const { megabytes, processor } = await measure('release', folder, '--database', book)
    const seconds = (performance.now() - startedAt) / 1000
    const sizes = ['book.sqlite', 'changes.parquet', 'changes.csv', 'changes.xlsx'].map((name) => [
      `${name}, MB`,
      figure(statSync(join(folder, name)).size / 1e6),
    ])
    rmSync(folder, { recursive: true })
    return [
      ['release, processor time, s', figure(processor)],
      ['release, s', figure(seconds)],
      ['memory at most, MB', figure(megabytes)],
      ...sizes,
    ]
  })
  return `\`ratebook release\` of a book into a new folder, once.

${measured}`
}

/** Runs a command on core 0. Returns its processor time in seconds, and the most memory that it had, in megabytes. */
async function measure(...args: readonly string[]) {
  const command = spawn('taskset', ['-c', '0', process.execPath, launcher, ...args], {
    stdio: 'ignore',
  })
  const { pid = 0 } = command
  const ended = once(command, 'exit')
  let [kilobytes, processor] = ['0', 0]
  while (command.exitCode === null) {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    // A process that has ended, and is not yet waited for, has no memory.
    kilobytes = /VmHWM:\s+(\d+)/.exec(status)?.[1] ?? kilobytes
    processor = processorSeconds([pid])
    await Promise.race([ended, sleep(100)])
  }
  if (command.exitCode !== 0) throw new Error(`${args.join(' ')} ends with ${command.exitCode}.`)
  return { megabytes: Number(kilobytes) / 1024, processor }
}
