import { generateKeyPairSync } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { notABook } from '../book/store/open-store.ts'
import { isPostgres } from '../book/store/postgres/address.ts'
import { createSigner, verifierKeyOf } from '../domain/checkpoint.ts'
import { writeFailure, Failure } from '../domain/failure.ts'
import { originError } from '../serve/server/read-setting.ts'
import { command, originOption, type DatabaseOption } from './options.ts'
import { print, tell } from './output.ts'

type SetupOptions = DatabaseOption & { readonly newKey?: string; readonly origin?: string }

const example = `ratebook setup --database postgres://postgres@db.example/rates
ratebook setup --new-key signing.key --origin rates.example`

export default command(
  'setup',
  'create the roles ratebook_publisher and ratebook_reader for a book in PostgreSQL, and the book if there is none; or make a key that signs checkpoints',
  example,
)
  .option('--new-key <file>', 'make a key that signs checkpoints; needs --origin, and no book')
  .addOption(originOption())
  .action(async ({ database, newKey, origin }: SetupOptions) => {
    if (newKey === undefined) await setUpBook(database)
    else makeNewKey(newKey, origin)
  })

async function setUpBook(database: string): Promise<void> {
  const reason = notABook(database)
  if (reason !== undefined) throw new Failure('configuration', reason)
  if (!isPostgres(database)) {
    throw new Failure(
      'configuration',
      `${database} is a SQLite file, and SQLite has no roles: file permissions control access to it. Name a book in PostgreSQL: --database postgres://….`,
    )
  }
  const { setUpRoles } = await import('../book/store/postgres/roles.ts')
  for (const line of await setUpRoles(database)) print(line)
}

/** Makes a key that signs checkpoints, writes it to a new file, and prints its verifier key. */
function makeNewKey(path: string, origin: string | undefined): void {
  if (origin === undefined)
    throw new Failure(
      'usage',
      'Name the key too: --new-key FILE --origin NAME. (--help shows how it is used)',
    )
  const reason = originError(origin)
  if (reason !== undefined) throw new Failure('configuration', reason)
  const { privateKey } = generateKeyPairSync('ed25519')
  writeNewFile(path, privateKey.export({ format: 'pem', type: 'pkcs8' }))
  const verifierKey = verifierKeyOf(createSigner(origin, privateKey))
  print(verifierKey)
  tell(`This is the verifier key; publish it, so that others can check your checkpoints.
${path} has the private key; keep it secret, and keep a copy of it.
Serve checkpoints: ratebook serve --signing-key ${path} --origin ${origin}
Check one:         ratebook audit --checkpoint FILE --checkpoint-key '${verifierKey}'`)
}

/** Writes a file that only its owner may read. Never overwrites one. */
function writeNewFile(path: string, text: string): void {
  try {
    writeFileSync(path, text, { flag: 'wx', mode: 0o600, flush: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new Failure(
        'configuration',
        `${path} exists and is never overwritten; name another file with --new-key.`,
      )
    // On a full disk an empty file stays, which the next run would not overwrite.
    rmSync(path, { force: true })
    throw writeFailure(`The key cannot be written to ${path}`, error as Error)
  }
}
