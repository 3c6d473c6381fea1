import assert from 'node:assert/strict'
import { test } from 'node:test'
import { workbookOf, zipOf } from '../../../../test/support/workbook.ts'
import { readXlsx } from './read-xlsx.ts'

const row = '<row><c t="inlineStr"><is><t>12 Months</t></is></c><c><v>9.25</v></c></row>'
const sheet = `<sheetData>${row}</sheetData>`
const xml = (size: number) => Buffer.from(`<sst>${' '.repeat(size - 11)}</sst>`)

/** The texts of the only table of a workbook, or why it is not read. */
function textsOf(body: Uint8Array) {
  const content = readXlsx({ body })
  if ('failure' in content) return content.failure
  return content.tables[0]?.rows[0]?.map(({ text }) => text)
}

test('a workbook in Zip64 is read as any other', () => {
  for (const isZip64 of [false, true])
    assert.deepEqual(textsOf(workbookOf(sheet, {}, { isZip64 })), ['12 Months', '9.25'])
})

test('a workbook with too many bytes or files is not read', () => {
  const [limit, most] = [64 * 1024 * 1024, 1_000]
  for (const isZip64 of [false, true]) {
    const large = workbookOf(sheet, { 'a.bin': [Buffer.alloc(1), limit] }, { isZip64 })
    assert.equal(textsOf(large), 'The workbook has more than 64 MiB when inflated.')
    const many = Array.from({ length: most + 1 }, (_, at) => [`${at}`, Buffer.alloc(1)] as const)
    assert.equal(textsOf(zipOf(many, { isZip64 })), 'The workbook has more than 1000 files.')
  }
})

test('a file that is larger than its declared size is not read, nor are two files of one name', () => {
  const name = 'xl/sharedStrings.xml'
  for (const isZip64 of [false, true]) {
    for (const declared of [0, 10, 99_999]) {
      const body = workbookOf(sheet, { [name]: [xml(100_000), declared] }, { isZip64 })
      assert.equal(textsOf(body), `The file ${name} of the workbook is cut off.`)
    }
    const twice = workbookOf(sheet, { 'XL\\Styles.xml': [xml(20)] }, { isZip64 })
    assert.equal(textsOf(twice), 'The workbook has two files of one name.')
  }
})

test('the names of files are read as Excel does', () => {
  const body = Buffer.from(workbookOf(sheet)).toString('latin1')
  const renamed = body.replaceAll('xl/styles.xml', 'XL\\Styles.xml')
  assert.deepEqual(textsOf(Buffer.from(renamed, 'latin1')), ['12 Months', '9.25'])
})
