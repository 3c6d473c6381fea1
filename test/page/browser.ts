import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** What Chromium is called, in the order in which it is looked for. */
const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The browser of the tests: the one that CHROMIUM names, or one that is installed; `undefined` if there is none. */
export function findBrowser(): string | undefined {
  const named = process.env['CHROMIUM']
  if (named !== undefined && named !== '') return named
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const paths = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...paths, ...elsewhere].find(isProgram)
}

/** The browser of the tests; where there is none, Debian's own is installed, if whoever runs this may. */
export function bringBrowser(): string {
  const found = findBrowser()
  if (found !== undefined) return found
  if (process.getuid?.() === 0 && isProgram('/usr/bin/apt-get')) {
    apt('update')
    apt('install', '--yes', '--no-install-recommends', 'chromium')
  }
  const brought = findBrowser()
  if (brought !== undefined) return brought
  throw new Error(
    'The tests of the page need a Chromium: install one, or name one with CHROMIUM=/path/to/it.',
  )
}

function apt(...words: readonly string[]): void {
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=300', '--quiet', ...words], {
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
