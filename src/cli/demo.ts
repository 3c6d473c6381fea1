import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { text } from 'node:stream/consumers'
import { Option } from 'commander'
import { dayOf } from '../domain/day.ts'
import { cannotListen, exitCodes, Failure } from '../domain/failure.ts'
import { after, dayLength, instantText } from '../domain/instant.ts'
import { createSettingReader } from '../serve/server/read-setting.ts'
import { now } from './clock.ts'
import { startDemoBank, writeDemoSources, writeEarlierFiles, type DemoBank } from './demo-bank.ts'
import { defaultDeskPort, plainCommand } from './options.ts'
import { print } from './output.ts'
import { stopSignal } from './until-stopped.ts'

const example = `ratebook demo
ratebook demo --port 8081 --desk-port 8091`

export default plainCommand(
  'demo',
  'collect the rates of six invented institutions on two simulated days, and serve the result and the review desk',
  example,
)
  .addOption(new Option('--port <number>', 'the port of the API and the page').default('8080'))
  .addOption(
    new Option('--desk-port <number>', 'the port of the review desk').default(`${defaultDeskPort}`),
  )
  .action(async ({ port, deskPort }: { readonly port: string; readonly deskPort: string }) => {
    await checkPorts({ port, deskPort })
    // Whole seconds are easier to read in the commands that the demo prints.
    const started = after(now(), -(now() % 1_000))
    const [beforehand, yesterday] = [after(started, -2 * dayLength), after(started, -dayLength)]
    const folder = mkdtempSync(join(tmpdir(), 'ratebook-demo-'))
    const commands = createCommandRunner(folder)
    const bank = await startDemoBank(dayOf(yesterday))
    try {
      print(
        `This demo keeps everything in ${folder}: the book, the sources and the captured pages.`,
      )
      writeDemoSources(bank, join(folder, 'sources'))
      const { sheets, pages } = writeEarlierFiles(bank, join(folder, 'earlier'), beforehand)
      const typed = sheets.map((file) => relative(folder, file))

      print(
        '\nBeforehand, a person registers six institutions, types the sheets of two, and accepts the sources.',
      )
      const at = ['--at', instantText(beforehand)]
      await succeed(commands, ['register', 'sources/institutions.json', ...at])
      await succeed(commands, ['publish', ...typed, '--by', 'demo', ...at])
      await succeed(commands, ['reviewer', 'add', 'demo', '--name', 'Demo', ...at])
      const accepted = Array.from(pages, async ([id, file]) => {
        const accept = ['source', 'accept', id, '--by', 'demo', '--page', relative(folder, file)]
        return commands.runBriefly([...accept, ...at])
      })
      if ((await Promise.all(accepted)).some((code) => code !== exitCodes.done))
        throw notAsPlanned()

      print('\nDay 1: one page has a transposed digit, and one lacks a row.')
      await collect(commands, ['--at', instantText(yesterday)])
      print('\nDay 2: one page is a captcha; the others are as they were.')
      bank.setDay(2)
      await collect(commands, [])

      print('\nHow the last runs ended, and the sheets that wait for a person:')
      await commands.run(['sources'])
      await commands.run(['review', 'list'])
      print('\nAn invitation for the reviewer demo to the review desk:')
      const desk = `http://localhost:${deskPort}`
      await succeed(commands, ['reviewer', 'invite', 'demo', '--origin', desk])
      printNextSteps(folder, bank, desk)
      await serve(commands, ['desk', '--port', deskPort], ['serve', '--port', port, '--drain', '0'])
    } finally {
      await bank.close()
    }
  })

/** Throws a `Failure` if a port of the demo is wrong or taken, so that nobody waits for a demo that cannot serve. */
export async function checkPorts(ports: {
  readonly port: string
  readonly deskPort: string
}): Promise<void> {
  const read = createSettingReader()
  const port = read.whole('--port', ports.port, 'port', 0, 65_535)
  const deskPort = read.whole('--desk-port', ports.deskPort, 'port', 1, 65_535)
  if (read.wrong.length === 0 && port === deskPort)
    read.refuse(`--port and --desk-port are both ${port}; give two different ports.`)
  if (read.wrong.length > 0) throw new Failure('configuration', read.wrong.join('\n'))
  await checkFree('--port', port)
  await checkFree('--desk-port', deskPort)
}

async function checkFree(flag: string, port: number): Promise<void> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    throw cannotListen(`The demo cannot listen on port ${port}`, flag, error)
  } finally {
    server.close()
  }
}

/** Runs a command that must succeed. */
async function succeed(commands: CommandRunner, args: readonly string[]): Promise<void> {
  if ((await commands.run(args)) !== exitCodes.done) throw notAsPlanned()
}

/** Collects all six. The exit code says that a run failed or that a sheet is held, as planned. */
async function collect(commands: CommandRunner, args: readonly string[]): Promise<void> {
  const options = ['--contact', 'demo@example.org', '--allow-address', '127.0.0.1/32']
  const code = await commands.run(['collect', ...options, ...args])
  if (code !== exitCodes.runFailed && code !== exitCodes.waiting) throw notAsPlanned()
}

function notAsPlanned(): Failure {
  return new Failure('unknown', 'The demo stopped, because this command did not end as planned.')
}

function printNextSteps(folder: string, { institutions }: DemoBank, desk: string): void {
  const pages = institutions.map(({ id, url }) => `  ${url}  ${id}`)
  print(`
Try this next, in a browser:

  1. Open the invitation above, and make a passkey. Then sign in at ${desk}/
  2. Open a held sheet: the page of the institution is beside the figures, with the cell in question highlighted.
  3. Approve it (a), edit a figure (e), or reject it (r). ? lists the keys. What you publish is on the page at once.

In another terminal:

  alias ratebook='${process.execPath} ${process.argv[1]}'
  cd ${folder}
  ratebook review list                        # the position of each held sheet
  ratebook review show POSITION               # why it is held, and what would change
  ratebook review reject POSITION --by demo --note "not what the page means"
  ratebook captures verify                    # the evidence: every page that was fetched, under its digest
  ratebook audit --captures captures          # every published figure stands on a captured page
  ratebook source try cedar-bank              # what a source reads from the page

The pages of the institutions, until the demo ends:

${pages.join('\n')}`)
}

/** Serves the desk and the book until the demo is stopped, or one of the servers ends. */
async function serve(commands: CommandRunner, ...servers: readonly string[][]): Promise<void> {
  const running = servers.map((args) => commands.start(args))
  const ended = running.map(async (server) => {
    const [code] = (await once(server, 'exit')) as [number | null]
    return code
  })
  const stop = (): void => {
    for (const server of running) server.kill()
  }
  void stopSignal().then(stop)
  const code = await Promise.race(ended)
  stop()
  await Promise.all(ended)
  if (code !== null && code !== exitCodes.done)
    throw new Failure('configuration', 'The demo ended, because a server did.')
}

/** Runs commands of `ratebook` in a folder, each in a process of its own, as a person would. */
type CommandRunner = {
  /** Prints the command and its output. Returns the exit code. */
  readonly run: (args: readonly string[]) => Promise<number>
  /** Prints the command and the last line of its output, both once it has ended: several of these can run at the same time. */
  readonly runBriefly: (args: readonly string[]) => Promise<number>
  /** Starts a command whose output goes to this process. */
  readonly start: (args: readonly string[]) => ChildProcess
}

/** Makes a runner. Settings of the environment do not reach the commands: they could name another book. */
function createCommandRunner(folder: string): CommandRunner {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('RATEBOOK_')),
  )
  const launch = (args: readonly string[], stdio: StdioOptions): ChildProcess =>
    spawn(process.execPath, [process.argv[1] ?? '', ...args], { cwd: folder, env, stdio })
  const announce = (args: readonly string[]): void =>
    void process.stdout.write(`\n$ ratebook ${args.map(shellQuoted).join(' ')}\n`)
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

function shellQuoted(argument: string): string {
  return /^[\w@.:/=-]+$/.test(argument) ? argument : `'${argument}'`
}
