import assert from 'node:assert/strict'
import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { digestOfBody, CapturesError } from '../../../src/collect/captures/captures.ts'
import { openCapturesFolder } from '../../../src/collect/captures/folder.ts'
import { readFetches } from '../../../src/collect/captures/logs.ts'
import { appendPruning } from '../../../src/collect/captures/prune.ts'
import { verifyCaptures } from '../../../src/collect/captures/verify.ts'
import { flipBit, temporaryDirectory } from '../../book/store/sqlite-books.ts'
import { storeBodies, storedBody } from '../../collect/captures/stored-bodies.ts'
import { at } from '../../support/sample-market.ts'

/** One bit of each byte in `npm test`, all of them in `npm run test:faults`. */
const bits = process.env['FAULT_ROUNDS'] === undefined ? 1 : 8

test('captures verify names the file of every flipped bit, and no other body or fetch is ever read', async (t) => {
  const folder = temporaryDirectory(t)
  const sizes = { count: 1, size: 48 }
  await storeBodies(folder, sizes)
  const pruned = digestOfBody(Buffer.from('pruned'))
  await appendPruning(folder, { at: at('2026-07-02T00:00:00Z'), digests: [pruned] })
  const body = storedBody(0, sizes.size)
  const digest = digestOfBody(body)
  const captures = openCapturesFolder(folder)
  const fetches = await readFetches(folder)
  const cited = new Map([[digest, 1]])
  assert.deepEqual((await verifyCaptures(folder, cited)).problems, [])
  let flips = 0
  let readable = 0
  for (const path of globSync('**/*.{gz,ndjson}', { cwd: folder })) {
    const file = join(folder, path)
    for (let bit = 0; bit < statSync(file).size * bits; bit++) {
      const [index, place] = bits === 1 ? [bit, bit % 8] : [bit >> 3, bit & 7]
      flipBit(file, index, place)
      const { problems } = await verifyCaptures(folder, cited)
      assert.ok(
        problems.some((one) => one.path === path),
        `${path}, byte ${index}, bit ${place}`,
      )
      const read = await captures.get(digest).catch((error: unknown) => {
        assert.ok(error instanceof CapturesError, String(error))
        return undefined
      })
      if (read !== undefined) assert.deepEqual(Buffer.from(read), body)
      if (path.endsWith('.gz') && read !== undefined) readable++
      for (const one of await readFetches(folder)) assert.deepEqual(one, fetches[0])
      flipBit(file, index, place)
      flips++
    }
  }
  assert.deepEqual((await verifyCaptures(folder, cited)).problems, [])
  t.diagnostic(`${flips} flipped bits, all named; ${readable} of them left the body as it was`)
})
