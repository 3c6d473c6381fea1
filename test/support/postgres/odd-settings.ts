import { escapeLiteral } from 'pg'
import type { PlainServer } from './database.ts'
import { inSession } from './query.ts'
import type { Settings } from './settings.ts'

/** What an operator may have set for a database or a role, each other than usual. */
export const oddSettings: Settings = {
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

/** Has the sessions of a database begin with such settings, and makes sure that they do. */
export async function setOddly(
  server: PlainServer,
  url: string,
  settings: Settings = oddSettings,
): Promise<void> {
  const name = new URL(url).pathname.slice(1)
  const one = ([setting, value]: readonly [string, string]) =>
    // A list is not to be one name with a comma in it.
    `ALTER DATABASE ${name} SET ${setting} = ${value.split(', ').map(escapeLiteral).join(', ')};`
  await server.sql(Object.entries(settings).map(one).join('\n'))
  const found = await inSession(url, (query) =>
    query('SELECT name, setting FROM pg_settings WHERE name = ANY ($1)', [Object.keys(settings)]),
  )
  for (const { name: setting, setting: value } of found)
    if (settings[String(setting)] !== value)
      throw new Error(`${String(setting)} is ${String(value)}, in spite of what was set.`)
}
