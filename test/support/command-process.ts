import { mock } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { runCommandLine } from '../../src/cli/command-line.ts'
import type { SharedCommand } from './shared-process.ts'

// Runs the commands of a test file one after the other, because loading the modules takes most of the time of a short command.

const launcher = fileURLToPath(new URL('../../bin/ratebook.js', import.meta.url))
const streams = [process.stdout, process.stderr]

process.on('message', (command: SharedCommand) => void runShared(command))
const openAtStart = process.getActiveResourcesInfo().length

async function runShared({ args, cwd, env, clock, end }: SharedCommand): Promise<void> {
  process.chdir(cwd)
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, env)
  process.argv = [process.execPath, launcher, ...args]
  if (clock !== undefined) mock.timers.enable({ apis: ['Date'], now: clock })
  const code = await runCommandLine(process.argv)
  mock.timers.reset()
  // A process of its own ends only if nothing is left open.
  while (process.getActiveResourcesInfo().length > openAtStart)
    await sleep(1, undefined, { ref: false })
  // Listeners of a command would end with its process, too.
  for (const event of ['SIGTERM', 'SIGINT', 'uncaughtExceptionMonitor'])
    process.removeAllListeners(event)
  for (const stream of streams) stream.write(end)
  process.send?.(code)
}
