import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readInstitutions } from '../../../src/book/publish/input/read-institutions.ts'
import { readPages } from '../../../src/collect/read/read-pages.ts'
import { loadSource, loadSources } from '../../../src/collect/source/load-source.ts'
import { sourceProblemLine } from '../../../src/collect/source/schema-problems.ts'
import { checkExample } from '../../../src/collect/source/try-pages.ts'
import { defaultGateLimits } from '../../../src/domain/gate-limits.ts'

const folder = fileURLToPath(new URL('../../../sources/', import.meta.url))
const { sources, problems } = loadSources(folder)

test('no source of the repository has a mistake, and those of Sri Lanka are of registered institutions', () => {
  assert.deepEqual(problems.map(sourceProblemLine), [])
  const registered = readFileSync(
    new URL('../../../samples/sri-lanka/institutions.json', import.meta.url),
  )
  const ids = readInstitutions(registered).institutions.map(({ id }) => id)
  for (const { definition, ref } of sources)
    if (ref.file.startsWith('lk/')) assert.ok(ids.includes(definition.institution))
})

for (const source of sources) {
  test(`${source.ref.file} reads its example page as expected`, async () => {
    const result = await checkExample(source, readPages, defaultGateLimits)
    assert.equal(result.kind, 'same', JSON.stringify(result, undefined, 1))
    assert.deepEqual(result.kind === 'same' && result.unmatched, [])
  })
}

const copies = mkdtempSync(join(tmpdir(), 'ratebook-sources-'))
after(() => rmSync(copies, { recursive: true }))

/** The result for a copy of a source whose example page has another text. */
async function withOtherPage(institution: string, part: string, replacement: string) {
  cpSync(join(folder, 'lk'), join(copies, 'lk'), { recursive: true })
  const page = join(copies, 'lk', institution, 'page.html')
  const text = readFileSync(page, 'utf8')
  assert.ok(text.includes(part), part)
  writeFileSync(
    page,
    text.replace(part, () => replacement),
  )
  const source = loadSource(join(copies, 'lk', `${institution}.yaml`), `lk/${institution}.yaml`)
  if ('problems' in source) assert.fail(source.problems.map(sourceProblemLine).join('\n'))
  return checkExample(source, readPages, defaultGateLimits)
}

test('another figure of the example page is a difference, and a finding of the gate', async () => {
  const result = await withOtherPage('lb-finance', '<td>9.65 %</td>', '<td>9.56 %</td>')
  if (result.kind !== 'different') assert.fail(JSON.stringify(result))
  assert.deepEqual(
    result.differences.map(({ before, after: read }) => [before?.rate, read?.rate]),
    [['9.65', '9.56']],
  )
  assert.deepEqual(
    result.findings.map(({ rule }) => rule),
    ['effective-rate'],
  )
})

test('the same value in another printing is a difference', async () => {
  const result = await withOtherPage('lb-finance', '<td>11.00 %</td>', '<td>11 %</td>')
  if (result.kind !== 'different') assert.fail(JSON.stringify(result))
  assert.deepEqual(
    result.differences.map(({ before, after: read }) => [before?.rate, read?.rate]),
    [['11.00', '11']],
  )
})

test('a page that cannot be read gives a sentence', async () => {
  const result = await withOtherPage('lb-finance', '<th>Maturity</th>', '<th>At the end</th>')
  assert.equal(result.kind, 'failed')
  assert.match(result.kind === 'failed' ? result.message : '', /At the end/)
})

test('an example without its sheet or a page, or of another institution, gives a sentence', async () => {
  cpSync(join(folder, 'lk'), join(copies, 'lk'), { recursive: true })
  const example = join(copies, 'lk', 'lb-finance')
  const message = async () => {
    const source = loadSource(`${example}.yaml`, 'lk/lb-finance.yaml')
    if ('problems' in source) assert.fail()
    const result = await checkExample(source, readPages, defaultGateLimits)
    return result.kind === 'failed' ? result.message : result.kind
  }
  assert.equal(await message(), 'same')
  const sheet = readFileSync(join(example, 'sheet.json'), 'utf8')
  writeFileSync(join(example, 'sheet.json'), sheet.replace('"lb-finance"', '"lolc-finance"'))
  assert.equal(await message(), 'The expected sheet is of lolc-finance, not of lb-finance.')
  writeFileSync(join(example, 'sheet.json'), '{}')
  assert.match(await message(), /^The expected sheet is not valid: /)
  rmSync(join(example, 'sheet.json'))
  assert.match(await message(), /sheet\.json is missing\.$/)
  writeFileSync(join(example, 'sheet.json'), sheet)
  rmSync(join(example, 'page.html'))
  assert.match(await message(), /page\.html is missing\.$/)
  rmSync(example, { recursive: true })
  assert.equal(await message(), 'none')
})
