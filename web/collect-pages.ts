import type { IteratedPage } from '../src/client/pages.ts'

/** The rows of all pages of a list. */
export async function collectPages<Row>(
  pages: AsyncGenerator<IteratedPage<Row>, void, undefined>,
): Promise<readonly Row[]> {
  const rows: Row[] = []
  for await (const page of pages) rows.push(...page.rows)
  return rows
}
