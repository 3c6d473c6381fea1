import { Client } from 'pg'

export type Row = Readonly<Record<string, unknown>>

/** Sends one statement and returns its rows. */
export type Query = (text: string, values?: readonly unknown[]) => Promise<Row[]>

/** Lends a connection to some work, and closes it. A server that says nothing is given up after ten seconds. */
export async function inSession<T>(url: string, work: (query: Query) => Promise<T>): Promise<T> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    query_timeout: 10_000,
  })
  // A server that goes away is noticed by the statement that is waiting, or by the next.
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
