import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { answerTo, receiptOfMirror } from '../../whole/agreement/answers.ts'
import { serveBook } from '../../support/followed-app.ts'
import { targetsIn } from '../../whole/agreement/targets.ts'
import { runs } from '../../support/generators.ts'
import { mirrorBook } from '../../support/mirrored.ts'
import { makeSampleBook } from '../../support/sample-book.ts'
import { limitsOf } from '../../support/source.ts'
import { temporaryDirectory } from '../store/sqlite-books.ts'
import { instantIn, when } from './books.ts'
import { correctedRunBooks } from './run-books.ts'

const options = { publicUrl: 'https://rates.example', limits: limitsOf({ positionWait: 10 }) }

test('the mirror of a random book gives its answers, but for receipts and /sources', async (t) => {
  const folder = temporaryDirectory(t)
  await fc.assert(
    fc.asyncProperty(correctedRunBooks, when, async (book, moment) => {
      const { entries, market } = book
      const now = instantIn(book, { ...moment, mayPrecede: false })
      const ends: (() => Promise<void>)[] = []
      const served = { after: (end: () => Promise<void>) => void ends.push(end) }
      const own = await makeSampleBook(folder, 'ratebook.db', entries)
      const mirror = await mirrorBook(own, join(folder, 'mirror.db'))
      const [a, b] = [
        await serveBook(served, own, now, options),
        await serveBook(served, mirror, now, options),
      ]
      for (const target of targetsIn(market)) {
        const [path = ''] = target.split('?')
        if (/^\/sources\b/.test(path)) continue
        const [expected, found] = await Promise.all([answerTo(a, target), answerTo(b, target)])
        const isReceipt = /^\/evidence\/[^/]+$/.test(path)
        const { etag } = found.headers
        const its = isReceipt ? receiptOfMirror(expected, entries, etag) : expected
        assert.deepEqual(found, its, target)
      }
      for (const end of ends.toReversed()) await end()
      for (const name of ['ratebook.db', 'mirror.db']) rmSync(join(folder, name))
    }),
    runs(20, 1),
  )
})
