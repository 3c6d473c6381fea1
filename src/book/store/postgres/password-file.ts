import { readFileSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** What a line of a password file is for. */
export type Login = {
  readonly host: string
  readonly port: number
  readonly database: string
  readonly user: string
}

/** Looks up a password in `~/.pgpass`, as libpq does: the first matching line, where `*` matches anything. */
export function passwordInFile(login: Login, file = process.env['PGPASSFILE']): string | undefined {
  const path = file ?? join(homedir(), '.pgpass')
  let text: string
  try {
    // Like libpq, ignore a file that others can read.
    if ((statSync(path).mode & 0o077) !== 0) return undefined
    text = readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
  const { host, port, database, user } = login
  const wanted = [host, String(port), database, user]
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith('#')) continue
    const fields = line.split(/(?<!\\):/).map((field) => field.replaceAll(/\\(.)/g, '$1'))
    if (
      fields.length >= 5 &&
      wanted.every((value, i) => fields[i] === '*' || fields[i] === value)
    ) {
      return fields[4]
    }
  }
  return undefined
}
