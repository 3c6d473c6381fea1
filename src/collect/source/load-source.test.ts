import assert from 'node:assert/strict'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory } from '../../../test/book/store/sqlite-books.ts'
import { sourceText } from '../../../test/support/source-text.ts'
import { loadSources } from './load-source.ts'

test('no file of a source keeps another one from being loaded, however it is made', (t) => {
  const folder = temporaryDirectory(t)
  const country = join(folder, 'ke')
  mkdirSync(join(country, 'folder.yaml'), { recursive: true })
  writeFileSync(join(country, 'alpha-bank.yaml'), sourceText)
  writeFileSync(join(country, 'long.yaml'), `# ${'x'.repeat(65_536)}\n${sourceText}`)
  writeFileSync(join(country, 'deep.yaml'), '['.repeat(10_000))
  writeFileSync(join(country, 'latin.yaml'), Buffer.from([0xe9]))
  symlinkSync('/dev/zero', join(country, 'endless.yaml'))
  symlinkSync('nowhere', join(country, 'missing.yaml'))
  const { sources, problems } = loadSources(folder)
  assert.deepEqual(
    sources.map(({ definition }) => definition.institution),
    ['alpha-bank'],
  )
  const tooLong = /cannot be read: it has more than 65536 bytes, the maximum\.$/
  const expected: Readonly<Record<string, RegExp>> = {
    'deep.yaml': /nested too deeply/,
    'endless.yaml': tooLong,
    'folder.yaml': /cannot be read: EISDIR/,
    'latin.yaml': /cannot be read: it is not UTF-8\.$/,
    'long.yaml': tooLong,
    'missing.yaml': /cannot be read: ENOENT/,
  }
  for (const [name, message] of Object.entries(expected)) {
    const own = problems.filter(({ file }) => file === join(country, name))
    assert.equal(own.length, 1, name)
    assert.match(own[0]?.message ?? '', message)
  }
  assert.equal(problems.length, 6)
})
