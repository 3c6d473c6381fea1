import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

/** Runs commands of `ratebook` in a folder, each in a process of its own, as a person would. */
export type CommandRunner = {
  /** Prints the command and its output. Returns the exit code. */
  readonly run: (args: readonly string[]) => Promise<number>
  /** Prints the command and the last line of its output, both once it has ended: several of these can run at the same time. */
  readonly runBriefly: (args: readonly string[]) => Promise<number>
  /** Starts a command whose output goes to this process. */
  readonly start: (args: readonly string[]) => ChildProcess
}

/** Makes a runner. Settings of the environment do not reach the commands: they could name another book. */
export function createCommandRunner(folder: string): CommandRunner {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('RATEBOOK_')),
  )
  const launch = (args: readonly string[], stdio: StdioOptions): ChildProcess =>
    spawn(process.execPath, [process.argv[1] ?? '', ...args], { cwd: folder, env, stdio })
  const announce = (args: readonly string[]): void =>
    void process.stdout.write(`\n$ ratebook ${args.map(quoted).join(' ')}\n`)
  const inherited: StdioOptions = ['ignore', 'inherit', 'inherit']
  const exitCode = async (child: ChildProcess): Promise<number> => {
    const [code] = (await once(child, 'exit')) as [number | null]
    return code ?? 1
  }
  return {
    async run(args) {
      announce(args)
      return exitCode(launch(args, inherited))
    },
    async runBriefly(args) {
      const child = launch(args, ['ignore', 'pipe', 'inherit'])
      const { stdout } = child
      const [output, code] = await Promise.all([
        stdout === null ? '' : text(stdout),
        exitCode(child),
      ])
      announce(args)
      process.stdout.write(`${output.trimEnd().split('\n').at(-1)}\n`)
      return code
    },
    start(args) {
      announce(args)
      return launch(args, inherited)
    },
  }
}

function quoted(argument: string): string {
  return /^[\w@.:/=-]+$/.test(argument) ? argument : `'${argument}'`
}
