import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apiOf } from '../../support/ask.ts'
import { openBook, type Book } from '../../support/book.ts'
import { at } from '../../support/sample-market.ts'
import { typingError, wrongBankRepaired } from '../../support/corrected-books.ts'

const figuresOf = (book: Book) =>
  apiOf(book.market()).lines('/evidence', 'id', 'rate_pa', 'correction_id')

test('a current figure names its last correction, until another sheet lists the offer', async () => {
  const book = typingError()
  assert.deepEqual(await figuresOf(book), ['p3-1 15.200 p4-1'])
  book.correct('2026-03-03T00:00:00Z', 3, 'general 12 maturity 15.25')
  assert.deepEqual(await figuresOf(book), ['p3-1 15.250 p5-1'])
  book.publish('2026-03-04T00:00:00Z', 'alpha', ['general 12 maturity 15.25'])
  assert.deepEqual(await figuresOf(book), ['p6-1 15.250 null'])
})

test('a figure that a retraction set back has no correction, and one that a correction brought back has', async () => {
  assert.deepEqual(await figuresOf(wrongBankRepaired()), [
    'p8-1 8.000 null',
    'p8-2 9.250 null',
    'p7-1 11.500 null',
  ])
  const withdrawn = (rate: string): Book => {
    const book = openBook()
    book.register('2026-01-01T00:00:00Z', 'alpha')
    book.publish('2026-02-01T00:00:00Z', 'alpha', ['general 6 maturity 8', 'general 12 maturity 9'])
    book.publish('2026-02-02T00:00:00Z', 'alpha', ['general 6 maturity 8'])
    book.correct('2026-02-03T00:00:00Z', 3, `general 12 maturity ${rate}`)
    return book
  }
  const book = withdrawn('9')
  assert.deepEqual(await figuresOf(book), ['p3-1 8.000 null', 'p2-2 9.000 p4-1'])
  const other = withdrawn('9.5')
  assert.deepEqual(await figuresOf(other), ['p3-1 8.000 null', 'p2-2 9.500 p4-1'])
  other.retract('2026-02-04T00:00:00Z', 3)
  assert.deepEqual(await figuresOf(other), ['p2-1 8.000 null', 'p2-2 9.000 null'])
  // Nothing but the retracted sheet lists the offer, which the correction of another one brought back.
  book.retract('2026-02-04T00:00:00Z', 2)
  const { stands, retracted, standing_id } = JSON.parse(
    await apiOf(book.market()).text('/evidence/p2-2'),
  ) as Readonly<Record<string, unknown>>
  assert.deepEqual([stands, retracted, standing_id], [false, true, 'p2-2'])
})

test('a correction also names the later sheets that repeat the figure', async () => {
  const repeated = (): Book => {
    const book = openBook()
    book.register('2026-01-01T00:00:00Z', 'alpha')
    for (const day of ['01', '02', '03'])
      book.publish(`2026-02-${day}T00:00:00Z`, 'alpha', ['general 12 maturity 9'])
    book.correct('2026-02-04T00:00:00Z', 2, 'general 12 maturity 9.5')
    return book
  }
  const [first, last] = [repeated(), repeated()]
  assert.deepEqual(await figuresOf(first), ['p4-1 9.500 p5-3'])
  first.retract('2026-02-05T00:00:00Z', 2)
  assert.deepEqual(await figuresOf(first), ['p4-1 9.500 p5-3'])
  last.retract('2026-02-05T00:00:00Z', 4)
  assert.deepEqual(await figuresOf(last), ['p3-1 9.500 p5-2'])
})

test('the correction of an earlier sheet leaves the current figure as it is', async () => {
  const book = openBook()
  book.register('2026-01-01T00:00:00Z', 'alpha')
  book.publish('2026-02-01T00:00:00Z', 'alpha', ['general 12 maturity 9'])
  book.publish('2026-03-01T00:00:00Z', 'alpha', ['general 12 maturity 10'])
  book.correct('2026-03-02T00:00:00Z', 2, 'general 12 maturity 10')
  assert.deepEqual(await figuresOf(book), ['p3-1 10.000 null'])
})

test('the receipt of each figure of a retracted sheet says when, by whom and why it was retracted', async () => {
  const book = openBook()
  book.register('2026-01-01T00:00:00Z', 'alpha')
  const first = ['general 6 maturity 8', 'general 12 maturity 9']
  book.publish('2026-02-01T00:00:00Z', 'alpha', first)
  book.publish('2026-02-02T00:00:00Z', 'alpha', ['general 6 maturity 8.5', 'general 12 maturity 9'])
  book.enter({
    kind: 'reviewer-registered',
    institutionId: '',
    at: at('2026-02-02T00:00:00Z'),
    reviewer: { id: 'ann', name: 'Ann Perera' },
  })
  const note = 'The page of another branch.'
  book.retract('2026-02-03T00:00:00Z', 3, { cause: 'wrong-page', note, by: 'ann' })
  const { text, lines } = apiOf(book.market())
  const why = { cause: 'wrong-page', note, by: 'ann', by_name: 'Ann Perera' }
  for (const [id, was, now] of [
    ['p3-1', '8.500', '8.000'],
    ['p3-2', '9.000', '9.000'],
  ] as const) {
    const receipt = JSON.parse(await text(`/evidence/${id}`)) as Receipt
    assert.equal(receipt.retracted, true, id)
    const [only, ...others] = receipt.corrections
    assert.deepEqual(others, [], id)
    const { id: _, ...facts } = only ?? assert.fail(id)
    assert.deepEqual(facts, {
      target: 3,
      retraction: true,
      was_rate_pa: was,
      now_rate_pa: now,
      corrected_at: '2026-02-03T00:00:00Z',
      ...why,
    })
  }
  assert.deepEqual(await lines('/corrections', 'tenure_months', 'was_rate_pa', 'now_rate_pa'), [
    '12.00 9.000 9.000',
    '6.00 8.500 8.000',
  ])
})

test('a figure that was corrected before its sheet was retracted is retracted at the corrected rate', async () => {
  const book = openBook()
  book.register('2026-01-01T00:00:00Z', 'alpha')
  book.publish('2026-02-01T00:00:00Z', 'alpha', ['general 12 maturity 9'])
  book.publish('2026-02-02T00:00:00Z', 'alpha', ['general 12 maturity 9.5'])
  book.correct('2026-02-03T00:00:00Z', 3, 'general 12 maturity 9')
  book.retract('2026-02-04T00:00:00Z', 3)
  assert.deepEqual(
    await apiOf(book.market()).lines('/corrections', 'retraction', 'was_rate_pa', 'now_rate_pa'),
    ['true 9.000 9.000', 'false 9.500 9.000'],
  )
})

type Receipt = {
  readonly retracted: boolean
  readonly corrections: readonly Readonly<Record<string, unknown>>[]
}
