import { Client } from 'pg'
import { isPostgres } from '../../src/store/postgres/address.ts'

const name = 'ratebook-bench'

/** The address of a book under which the server names our sessions as ours; that of a file as it is. */
export function namedSession(book: string): string {
  if (!isPostgres(book)) return book
  return `${book}${book.includes('?') ? '&' : '?'}application_name=${name}`
}

/** The processes of the server that serve sessions named so; none for a file. */
export async function sessionsOf(book: string): Promise<readonly number[]> {
  const sql = 'SELECT pid FROM pg_stat_activity WHERE application_name = $1'
  const found = isPostgres(book) ? await ask(book, sql, [name]) : []
  return found.map(({ pid }) => Number(pid))
}

/** The bytes that the log of a book and its indexes take, and those of its entries, which a node reads that starts. */
export async function bytesOf(book: string): Promise<{ stored: number; read: number }> {
  const [found] = await ask(
    book,
    `SELECT pg_total_relation_size('ratebook.entry') AS stored,
      (SELECT sum(octet_length(body_text)) FROM ratebook.entry) AS read`,
  )
  return { stored: Number(found?.['stored']), read: Number(found?.['read']) }
}

type Row = Readonly<Record<string, unknown>>

async function ask(book: string, sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
  const client = new Client({ connectionString: book })
  await client.connect()
  try {
    const { rows } = await client.query<Row>(sql, [...parameters])
    return rows
  } finally {
    await client.end()
  }
}
