import { openBook, type Book } from './book.ts'

/** The instant at which a day of the daily book begins. */
export const day = (number: number) => new Date(Date.UTC(2026, 0, number)).toISOString()

/** A book of two banks that change three rates each every day. */
export function openDailyBook(days: number): Book {
  const book = openBook()
  for (const id of ['alpha', 'beta']) book.register(day(1), id)
  for (let number = 1; number <= days; number++) publishOn(book, number)
  return book
}

/** Publishes the sheets of one day. */
export function publishOn(book: Book, number: number): void {
  const rate = (number % 7) + 1
  for (const id of ['alpha', 'beta']) {
    book.publish(day(number), id, [
      `general 12 maturity ${rate}`,
      `general 6 monthly ${rate}.5`,
      `women 12 maturity ${rate}.25`,
    ])
  }
}
