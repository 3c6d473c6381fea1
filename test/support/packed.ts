import { spawn, type ChildProcess } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { finished } from './cli.ts'

const checkout = fileURLToPath(new URL('../../', import.meta.url))

/** Milliseconds after which npm or the compiler is killed. */
const programTimeout = 150_000

/** Starts a program with a given Node first in its PATH, and without the environment variables of npm scripts. */
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

/** Runs a program in a folder and returns its output. Runs it at most `times` times if it is killed after the timeout. */
export async function runIn(
  cwd: string,
  node: string,
  program: string,
  args: readonly string[],
  times = 1,
): Promise<string> {
  const child = startIn(cwd, node, program, args)
  const { code, signal, stdout, stderr } = await finished(child, programTimeout)
  if (code === 0) return stdout
  if (signal === 'SIGKILL' && times > 1) return runIn(cwd, node, program, args, times - 1)
  throw new Error(`${program} ${args.join(' ')}: ${code}\n${stdout}\n${stderr}`)
}

/** Runs npm, a second time if it hangs at its start (npm/cli#8175). */
const npm = (cwd: string, ...args: readonly string[]): Promise<string> =>
  runIn(cwd, process.execPath, 'npm', args, 2)

/** Packs the npm package, and returns its path. */
export async function pack(folder: string): Promise<string> {
  await npm(checkout, 'pack', '--pack-destination', folder)
  // The JSON output of `npm pack` differs between versions of npm.
  const [name = ''] = globSync('*.tgz', { cwd: folder })
  return join(folder, name)
}

/**
 * Installs a package in an empty folder without the network. Copies the dependencies that the lock file lists; npm then checks
 * that `package.json` needs no others.
 */
export async function install(tarball: string, folder: string): Promise<void> {
  const manifest = { name: 'empty', version: '1.0.0', private: true, type: 'module' }
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  const { packages } = JSON.parse(readFileSync(join(checkout, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<
      Record<string, { readonly dev?: true; readonly devOptional?: true }>
    >
  }
  for (const [path, { dev, devOptional }] of Object.entries(packages)) {
    const isNeeded = path.startsWith('node_modules/') && !dev && !devOptional
    // Optional packages for other platforms are in the lock file, but are not installed.
    if (isNeeded && existsSync(join(checkout, path)))
      cpSync(join(checkout, path), join(folder, path), { recursive: true })
  }
  await npm(folder, 'install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', tarball)
}

/** The path of another version of Node, which is installed into the temporary folder once. */
export async function otherNode(version: string): Promise<string> {
  const folder = join(tmpdir(), `ratebook-node-${version}-${process.getuid?.() ?? 0}`)
  const node = join(folder, 'node_modules/node/bin/node')
  if (existsSync(node)) return node
  const making = `${folder}-${process.pid}`
  mkdirSync(making, { recursive: true })
  const manifest = { private: true, allowScripts: { node: true } }
  writeFileSync(join(making, 'package.json'), JSON.stringify(manifest))
  await npm(making, 'install', '--prefer-offline', '--no-audit', '--no-fund', `node@${version}`)
  renameSync(making, folder)
  return node
}

/** The `package.json` of the checkout. */
export function manifest(): {
  readonly version: string
  readonly exports: Readonly<Record<string, unknown>>
} {
  return JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as ReturnType<
    typeof manifest
  >
}
