import { inSession } from './query.ts'

/** Changes a book with its triggers off, as an administrator of the database could, and enables them again. */
export async function changeBook(url: string, sql: string): Promise<void> {
  await inSession(url, async (query) => {
    const always = await query(
      `SELECT tgname FROM pg_trigger WHERE tgrelid = 'ratebook.entry'::regclass AND tgenabled = 'A'`,
    )
    await query('GRANT UPDATE, DELETE ON ratebook.entry TO CURRENT_USER')
    await query('ALTER TABLE ratebook.entry DISABLE TRIGGER USER')
    try {
      await query(sql)
    } finally {
      await query('ALTER TABLE ratebook.entry ENABLE TRIGGER USER')
      for (const { tgname } of always)
        await query(`ALTER TABLE ratebook.entry ENABLE ALWAYS TRIGGER ${String(tgname)}`)
    }
  })
}
