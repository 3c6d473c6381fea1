import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts'
import type { StoreViews } from '../store/store.ts'
import { offer, registered, sheet, writerFor } from '../../../test/book/store/drafts.ts'
import { temporaryDirectory } from '../../../test/book/store/sqlite-books.ts'
import { differenceInViews } from './views.ts'

const day = (number: number) => `2026-06-0${number}T00:00:00Z`
const year = 'general 12 maturity'

const path = (t: Parameters<typeof temporaryDirectory>[0]) => join(temporaryDirectory(t), 'book.db')

/** A book with a correction that adds an offer, a retracted sheet, a withdrawal and an inactive institution. */
async function openBook(t: Parameters<typeof temporaryDirectory>[0]) {
  const store = await openSqliteStore(path(t), { mode: 'create' })
  const writer = writerFor(store)
  await writer.add(registered('beta', day(1)), registered('alpha', day(1)))
  await writer.publish(
    sheet('beta', day(1), [offer(year, '9.50', '5000'), offer('women 6 monthly', '8')]),
    day(2),
  )
  await writer.publish(sheet('alpha', day(2), [offer('minor 6 annual', '7')]), day(2))
  await writer.publish(sheet('beta', day(3), [offer(year, '9.5', '5000')]), day(3))
  const { rate, ...tier } = offer('women 6 monthly', '8.25')
  await writer.correct({ of: 5, cause: 'misread', figure: { tier, rate } }, day(4))
  await writer.publish(sheet('beta', day(4), [offer(year, '99')]), day(4))
  await writer.correct({ of: 7, cause: 'wrong-page' }, day(5))
  await writer.add(registered('alpha', day(5), { active: false }), registered('beta', day(6)))
  const views = await store.views()
  await store.close()
  return { market: writer.market(), views }
}

const lists = ['institution', 'rateHistory', 'currentOffer'] as const

/** The views with other rows in one of them. */
const withRows = (
  views: StoreViews,
  list: keyof StoreViews,
  alter: (rows: StoreViews[keyof StoreViews]) => StoreViews[keyof StoreViews],
): StoreViews => ({ ...views, [list]: alter(views[list]) })

test('the views of a corrected book are those of the market', async (t) => {
  const { market, views } = await openBook(t)
  assert.deepEqual(
    lists.map((list) => views[list].length),
    [2, 7, 2],
  )
  assert.equal(differenceInViews(market, views), undefined)
})

test('another value in any row and column, a missing column, and a missing, added or moved row are found', async (t) => {
  const { market, views } = await openBook(t)
  for (const list of lists) {
    for (const [index, row] of views[list].entries()) {
      const find = (
        rows: (all: StoreViews[typeof list]) => StoreViews[typeof list],
        why: string,
      ) => {
        const difference = differenceInViews(market, withRows(views, list, rows))
        assert.ok(difference !== undefined, `${list} ${index} ${why}`)
        assert.ok(Number.isInteger(difference.position), why)
        return difference
      }
      for (const column of Object.keys(row)) {
        for (const value of ['77', 77, null, '', 'up', undefined]) {
          if (value === row[column]) continue
          const { position, message } = find(
            (all) => all.with(index, { ...row, [column]: value }),
            column,
          )
          assert.equal(position, row['position'])
          assert.match(message, new RegExp(`^Row ${index + 1} of the view .*: ${column} is `))
        }
        const { [column]: _, ...others } = row
        assert.match(find((all) => all.with(index, others), column).message, / is missing, and /)
      }
      find((all) => all.toSpliced(index, 1), 'missing')
      find((all) => all.toSpliced(index, 0, row), 'added')
      if (index > 0) find((all) => [row, ...all.toSpliced(index, 1)], 'moved')
    }
  }
})

test('another printing of a decimal is no difference, and of any other value it is one', async (t) => {
  const { market, views } = await openBook(t)
  const reprinted = (columns: readonly string[]) =>
    differenceInViews(
      market,
      withRows(views, 'currentOffer', (rows) =>
        rows.map((row) => ({
          ...row,
          ...Object.fromEntries(columns.map((name) => [name, `${String(row[name])}0`])),
        })),
      ),
    )
  assert.equal(reprinted(['tenure_months', 'rate_pa', 'min_deposit']), undefined)
  assert.deepEqual(reprinted(['currency']), {
    position: 5,
    message: 'Row 1 of the view current_offer: currency is "KES0", and the entries give "KES".',
  })
})

test('one sentence says what differs, and where', async (t) => {
  const { market, views } = await openBook(t)
  const without = (list: keyof StoreViews) =>
    differenceInViews(
      market,
      withRows(views, list, (rows) => rows.slice(0, -1)),
    )
  const twice = (list: keyof StoreViews) =>
    differenceInViews(
      market,
      withRows(views, list, (rows) => [...rows, ...rows.slice(-1)]),
    )
  assert.deepEqual(without('institution'), {
    position: 10,
    message: 'Row 2 of the view institution: position is missing, and the entries give 10.',
  })
  assert.deepEqual(twice('currentOffer'), {
    position: 5,
    message: 'Row 3 of the view current_offer: position is 5, and the entries give nothing.',
  })
})
