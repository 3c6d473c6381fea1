import { Client } from 'pg'

export type Row = Readonly<Record<string, unknown>>

/** Runs a statement and returns its rows. */
export type Query = (text: string, values?: readonly unknown[]) => Promise<Row[]>

/** Opens a connection, passes its query function to `work`, and closes it. Queries time out after ten seconds. */
export async function inSession<T>(url: string, work: (query: Query) => Promise<T>): Promise<T> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    query_timeout: 10_000,
  })
  // The current or next query reports a lost connection.
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(async (text, values = []) => {
      const { rows } = await client.query<Row>(text, [...values])
      return rows
    })
  } finally {
    await client.end()
  }
}
