import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * The names of Chromium's executable, in the order in which they are tried. The headless shell has no window of its own to
 * draw, so the tests need half the processor time.
 */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
]
const macPaths = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The path of the browser: the environment variable CHROMIUM, or an installed one; `undefined` if there is none. */
function findBrowser(): string | undefined {
  const named = process.env['CHROMIUM']
  if (named !== undefined && named !== '') return named
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const paths = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...paths, ...macPaths].find(isProgram)
}

/** The path of Firefox: the environment variable FIREFOX, or an installed one; `undefined` if there is none. */
export function findFirefox(): string | undefined {
  const named = process.env['FIREFOX']
  if (named !== undefined && named !== '') return named
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return ['firefox-esr', 'firefox']
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find(isProgram)
}

/** Whether there is a browser. Without one, the tests that need it are skipped. */
export const hasBrowser = findBrowser() !== undefined

const howToGetOne =
  'There is no Chromium. Install it (Debian: sudo apt install chromium-headless-shell), or set CHROMIUM to the path of Chromium or Chrome.'

/** The path of the browser. */
export function browserPath(): string {
  const found = findBrowser()
  if (found === undefined) throw new Error(howToGetOne)
  return found
}

/** Installs a browser if there is none: as root on Debian, or in CI. Other users are told how to get one. */
export function bringBrowser(): void {
  if (findBrowser() !== undefined) return
  const isRoot = process.getuid?.() === 0
  const mustHave = isRoot || process.env['CI'] === 'true'
  if (mustHave && isProgram('/usr/bin/apt-get')) {
    const sudo = isRoot ? [] : ['sudo', '--non-interactive']
    apt(sudo, 'update')
    apt(sudo, 'install', '--yes', '--no-install-recommends', 'chromium-headless-shell')
  }
  if (findBrowser() !== undefined) return
  if (mustHave) throw new Error(howToGetOne)
  process.stderr.write(`${howToGetOne} The tests that need it are skipped.\n`)
}

function apt(sudo: readonly string[], ...args: readonly string[]): void {
  const command = [...sudo, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get']
  const options = ['-o', 'DPkg::Lock::Timeout=300', '--quiet']
  const [program = '', ...rest] = [...command, ...options, ...args]
  spawnSync(program, rest, { stdio: ['ignore', 'inherit', 'inherit'] })
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
