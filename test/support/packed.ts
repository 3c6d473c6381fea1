import { spawn, type ChildProcess } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { finished } from './cli.ts'

const checkout = fileURLToPath(new URL('../../', import.meta.url))

/** Milliseconds for npm or the compiler, on a machine that does other things too. */
const patience = 150_000

/** Starts a program in a folder with one Node first in its path, and with nothing of what npm tells its scripts. */
export function startIn(
  cwd: string,
  node: string,
  program: string,
  args: readonly string[],
): ChildProcess {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(npm_|RATEBOOK_|PORT$|NODE_(TEST|OPTIONS|CHANNEL))/i.test(name),
    ),
  )
  const path = [dirname(node), process.env['PATH'] ?? ''].join(delimiter)
  return spawn(program, args, { cwd, env: { ...env, PATH: path } })
}

/** Runs a program to its end in a folder, again if it is killed for its time and may be, and returns what it wrote; a failure throws with that. */
export async function runIn(
  cwd: string,
  node: string,
  program: string,
  args: readonly string[],
  times = 1,
): Promise<string> {
  const child = startIn(cwd, node, program, args)
  const { code, signal, stdout, stderr } = await finished(child, patience)
  if (code === 0) return stdout
  if (signal === 'SIGKILL' && times > 1) return runIn(cwd, node, program, args, times - 1)
  throw new Error(`${program} ${args.join(' ')}: ${code}\n${stdout}\n${stderr}`)
}

/** Runs npm; where it stands still before it has read anything, as it did once in some forty runs (npm/cli#8175), once more. */
const npm = (cwd: string, ...args: readonly string[]): Promise<string> =>
  runIn(cwd, process.execPath, 'npm', args, 2)

/** Makes the package that would be published, in a folder, and returns its path. */
export async function pack(folder: string): Promise<string> {
  await npm(checkout, 'pack', '--pack-destination', folder)
  // What npm says of it in JSON is another thing in each of its versions.
  const [name = ''] = globSync('*.tgz', { cwd: folder })
  return join(folder, name)
}

/**
 * Installs a package in an empty folder without any network: what it depends on lies there already, as a cache would have it,
 * and npm checks that this is all that its `package.json` asks for.
 */
export async function install(tarball: string, folder: string): Promise<void> {
  const manifest = { name: 'empty', version: '1.0.0', private: true, type: 'module' }
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  const [, ...needed] = (await npm(checkout, 'ls', '--omit=dev', '--all', '--parseable'))
    .trim()
    .split('\n')
  for (const path of needed) {
    cpSync(path, join(folder, relative(checkout, path)), { recursive: true })
  }
  await npm(folder, 'install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', tarball)
}

/** A Node of another version, kept beside the other temporary files; `undefined` where it can be had from nowhere. */
export async function otherNode(version: string): Promise<string | undefined> {
  const folder = join(tmpdir(), `ratebook-node-${version}-${process.getuid?.() ?? 0}`)
  const node = join(folder, 'node_modules/node/bin/node')
  if (existsSync(node)) return node
  const making = `${folder}-${process.pid}`
  mkdirSync(making, { recursive: true })
  const manifest = { private: true, allowScripts: { node: true } }
  writeFileSync(join(making, 'package.json'), JSON.stringify(manifest))
  try {
    await npm(making, 'install', '--prefer-offline', '--no-audit', '--no-fund', `node@${version}`)
    renameSync(making, folder)
  } catch {
    rmSync(making, { recursive: true })
    return undefined
  }
  return existsSync(node) ? node : undefined
}

/** The package's own description in the checkout. */
export function manifest(): {
  readonly version: string
  readonly exports: Readonly<Record<string, unknown>>
} {
  return JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as ReturnType<
    typeof manifest
  >
}
