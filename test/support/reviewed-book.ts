import { at } from './sample-market.ts'
import { appendTo } from './held-sheets.ts'
import { makeSmallBook } from './small-book.ts'

/** Makes the small book with the reviewers ann, ben and cat at positions 4 to 6. */
export async function makeReviewedBook(folder: string): Promise<string> {
  const book = await makeSmallBook(folder)
  const reviewers = ['ann', 'ben', 'cat'].map((id) => ({
    kind: 'reviewer-registered' as const,
    at: at('2026-06-02T00:00:00Z'),
    institutionId: '',
    reviewer: { id, name: `The ${id}` },
  }))
  await appendTo(book, ...reviewers)
  return book
}
