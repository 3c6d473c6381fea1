import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The names of Chromium's executable, in the order in which they are tried. */
const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
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

/** The path of the browser. If there is none, root on Debian installs it. */
export function bringBrowser(): string {
  const found = findBrowser()
  if (found !== undefined) return found
  if (process.getuid?.() === 0 && isProgram('/usr/bin/apt-get')) {
    apt('update')
    apt('install', '--yes', '--no-install-recommends', 'chromium')
  }
  const installed = findBrowser()
  if (installed !== undefined) return installed
  throw new Error(
    'The tests of the page need Chromium. Install it, or set CHROMIUM to the path of its executable.',
  )
}

function apt(...args: readonly string[]): void {
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=300', '--quiet', ...args], {
    env: environment,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
