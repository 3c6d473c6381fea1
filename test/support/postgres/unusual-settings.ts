import { escapeLiteral } from 'pg'
import type { PlainServer } from './database.ts'
import { inSession } from './query.ts'
import type { Settings } from './settings.ts'

/** Settings that an operator may have changed, with values other than the default. */
const unusualSettings: Settings = {
  bytea_output: 'escape',
  client_min_messages: 'error',
  DateStyle: 'German, DMY',
  default_transaction_isolation: 'serializable',
  extra_float_digits: '-15',
  IntervalStyle: 'sql_standard',
  search_path: 'nowhere',
  standard_conforming_strings: 'off',
  synchronous_commit: 'off',
  TimeZone: 'America/St_Johns',
}

/** Sets defaults for the sessions of a database, and checks that they apply. */
export async function setUnusual(
  server: PlainServer,
  url: string,
  settings: Settings = unusualSettings,
): Promise<void> {
  const name = new URL(url).pathname.slice(1)
  const statement = ([setting, value]: readonly [string, string]) =>
    // Quote the items of a list separately.
    `ALTER DATABASE ${name} SET ${setting} = ${value.split(', ').map(escapeLiteral).join(', ')};`
  await server.sql(Object.entries(settings).map(statement).join('\n'))
  const found = await inSession(url, (query) =>
    query('SELECT name, setting FROM pg_settings WHERE name = ANY ($1)', [Object.keys(settings)]),
  )
  for (const { name: setting, setting: value } of found)
    if (settings[String(setting)] !== value)
      throw new Error(`${String(setting)} is ${String(value)}, although another value was set.`)
}
