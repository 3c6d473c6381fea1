import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory } from '../../book/store/sqlite-books.ts'
import { run } from '../../support/cli.ts'
import { mirrorBook } from '../../support/mirrored.ts'
import { makeReviewedBook } from '../../support/reviewed-book.ts'

test('audit and copy of a mirror end with 0, and audit says what it could not verify', async (t) => {
  const folder = temporaryDirectory(t)
  const mirror = await mirrorBook(await makeReviewedBook(folder), join(folder, 'mirror.db'))
  const audited = {
    code: 0,
    signal: null,
    stdout:
      '6 entries, no difference\n3 private entries have no body here: held sheets, decisions, accepted sources and reviewers were not verified\n',
    stderr: '',
  }
  assert.deepEqual(await run(['audit', '--database', mirror]), audited)
  const copy = join(folder, 'copy.db')
  const copied = await run(['copy', '--from', mirror, '--to', copy])
  assert.equal(copied.code, 0, copied.stderr)
  assert.match(copied.stdout, /Both have the same 6 entries, byte for byte\.\n$/)
  assert.deepEqual(await run(['audit', '--database', copy]), audited)
})
