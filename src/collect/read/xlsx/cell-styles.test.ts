import assert from 'node:assert/strict'
import { test } from 'node:test'
import { workbookOf } from '../../../../test/support/workbook.ts'
import { readXlsx } from './read-xlsx.ts'

const fonts = [
  '<font/>',
  '<font><strike/></font>',
  '<font><strike val="0"/></font>',
  '<font><color rgb="FFFFFFFF"/></font>',
  '<font><color theme="0" tint="-0.05"/></font>',
  '<font><color indexed="9"/></font>',
  '<font><color theme="4"/></font>',
  '<font><sz val="1"/></font>',
]
const fills = [
  '<fill><patternFill patternType="none"/></fill>',
  '<fill><patternFill patternType="gray125"/></fill>',
  '<fill><patternFill patternType="solid"><fgColor theme="4"/></patternFill></fill>',
  '<fill><gradientFill><stop position="0"><color rgb="FF000000"/></stop></gradientFill></fill>',
  '<fill><gradientFill><stop position="0"><color rgb="FFFFFFFF"/></stop><stop position="1"><color rgb="FFFEFEFE"/></stop></gradientFill></fill>',
]
const formats = `<numFmt numFmtId="164" formatCode=";;;"/><numFmt numFmtId="165" formatCode="[White]0.00"/>`

/** The number of the style with a font, a fill and a number format. */
const styleOf = (font: number, fill = 0, format = 0) => (format * 10 + fill) * 10 + font
const styles = Array.from({ length: 300 }, (_, index) => {
  const [font, fill, format] = [index % 10, Math.floor(index / 10) % 10, Math.floor(index / 100)]
  // Excel writes such an extension for a cell with a check box.
  const extension = '<extLst><ext><x:dxfs><x:dxf/></x:dxfs></ext></extLst>'
  return `<xf numFmtId="${[0, 164, 165][format]}" fontId="${font % 8}" fillId="${fill % 5}">${extension}</xf>`
})
const changes = [
  '<dxf><numFmt numFmtId="171" formatCode=";;;"/></dxf>',
  '<dxf><font><color rgb="FFFFFFFF"/></font></dxf>',
  '<dxf><font><color rgb="FFFFFFFF"/></font><fill><patternFill><bgColor rgb="FF204060"/></patternFill></fill></dxf>',
  '<dxf><border><left><color rgb="FFFFFFFF"/></left></border></dxf>',
]
const theme = ['000000', 'FFFFFF', '222222', 'EEEEEE', '204060'].map(
  (rgb) => `<a:x><a:srgbClr val="${rgb}"/></a:x>`,
)
const files = {
  'xl/styles.xml': [
    Buffer.from(
      `<styleSheet><numFmts>${formats}</numFmts><fonts>${fonts.join('')}</fonts><fills>${fills.join('')}</fills><cellXfs>${styles.join('')}</cellXfs><dxfs><dxf><font><strike/></font></dxf><dxf><font><b/></font></dxf>${changes.join('')}</dxfs></styleSheet>`,
    ),
  ],
  'xl/theme.xml': [Buffer.from(`<a:theme><a:clrScheme>${theme.join('')}</a:clrScheme></a:theme>`)],
} as const

const text = (content: string, style = 0) =>
  `<c t="inlineStr" s="${style}"><is>${content.startsWith('<') ? content : `<t>${content}</t>`}</is></c>`
const number = (figure: string, style = 0) => `<c s="${style}"><v>${figure}</v></c>`
const rowOf = (...cells: readonly string[]) => `<row>${cells.join('')}</row>`
const first = [rowOf(text('Period'), text('Rate')), rowOf(text('3 Months'), number('8.25'))]
const bookOf = (row: string, after = '', before = '') =>
  workbookOf(`${before}<sheetData>${first.join('')}${row}</sheetData>${after}`, files)

/** The last row of a sheet, each cell with its problem; none if it is not read. */
function lastRow(body: Uint8Array) {
  const content = readXlsx({ body })
  assert.ok('tables' in content)
  const rows = content.tables[0]?.rows ?? []
  return rows[2]?.map((one) =>
    one.problem === undefined ? one.text : `${one.text}: ${one.problem}`,
  )
}

/** The text at an address, by which an evidence check finds it. */
function textAt(body: Uint8Array, place: string): string | undefined {
  const content = readXlsx({ body })
  assert.ok('texts' in content)
  return content.texts.find(({ address }) => address === place)?.text
}

const figure = (style: number) => rowOf(text('12 Months', style), number('9.25', style))
const run = (content: string, properties = '') => `<r><rPr>${properties}</rPr><t>${content}</t></r>`

test('cells that are struck out have a problem, and prove nothing', () => {
  const body = bookOf(figure(styleOf(1)))
  assert.deepEqual(lastRow(body), ['12 Months: is struck out', '9.25: is struck out'])
  assert.equal(textAt(body, '#sheet=Rates&cell=B2'), '8.25')
  assert.equal(textAt(body, '#sheet=Rates&cell=B3'), undefined)
})

test('a text of which a part is struck out or in the colour of its background has a problem', () => {
  const parts = (...runs: readonly string[]) =>
    lastRow(bookOf(rowOf(text('12 Months'), text(runs.join('')))))?.[1]
  assert.equal(parts(run('9.25', '<strike/>'), run(' 9.50')), '9.25 9.50: is struck out')
  assert.equal(parts(run('9.25', '<strike val="false"/>'), run('%')), '9.25%')
  const white = parts(run('9.25'), run('*', '<color rgb="FFFFFFFF"/>'))
  assert.equal(white, '9.25*: is partly invisible')
  const shared = workbookOf(
    `<sheetData>${first.join('')}${rowOf(text('12 Months'), '<c t="s"><v>0</v></c>')}</sheetData>`,
    {
      ...files,
      'xl/sharedStrings.xml': [
        Buffer.from(`<sst><si>${run('9.25', '<strike/>')}${run('%')}</si></sst>`),
      ],
    },
  )
  assert.deepEqual(lastRow(shared), ['12 Months', '9.25%: is struck out'])
})

test('a row that is tiny or in the colour of its background is not read; a cell of a row that is seen has a problem', () => {
  const same = [styleOf(3), styleOf(4), styleOf(5), styleOf(6, 2), styleOf(3, 4), styleOf(7)]
  for (const style of same) {
    const body = bookOf(figure(style))
    assert.equal(lastRow(body), undefined)
    const content = readXlsx({ body })
    assert.equal('hiddenRows' in content && content.hiddenRows, 1)
  }
  const problem = 'is invisible'
  for (const style of [...same, styleOf(0, 0, 2)]) {
    const row = rowOf(text('12 Months'), number('9.25', style))
    assert.match(String(lastRow(bookOf(row))?.[1]), new RegExp(`^9.25: ${problem}$`))
  }
})

test('a number format that prints nothing leaves the cell empty', () => {
  const row = rowOf(text('12 Months'), number('9.25', styleOf(0, 0, 1)))
  assert.deepEqual(lastRow(bookOf(row)), ['12 Months', ''])
})

test('white text on a dark, patterned or shaded cell, coloured text and `strike` switched off are read', () => {
  for (const style of [
    styleOf(3, 2),
    styleOf(3, 1),
    styleOf(3, 3),
    styleOf(6),
    styleOf(2),
    styleOf(0, 2),
  ])
    assert.deepEqual(lastRow(bookOf(figure(style))), ['12 Months', '9.25'], `${style}`)
})

test('conditional formatting that can strike out or hide is a problem where it applies', () => {
  const rule = (style: number) =>
    `<conditionalFormatting sqref="D1 B3:B9"><cfRule type="cellIs" dxfId="${style}"/></conditionalFormatting>`
  const problem = '9.25: may be struck out or hidden by conditional formatting'
  for (const hiding of [0, 2, 3])
    assert.deepEqual(lastRow(bookOf(figure(0), rule(hiding))), ['12 Months', problem])
  for (const harmless of [1, 4, 5])
    assert.deepEqual(lastRow(bookOf(figure(0), rule(harmless))), ['12 Months', '9.25'])
  const later = (font: string) =>
    `<extLst><ext><x:conditionalFormatting><x:cfRule><x:dxf>${font}</x:dxf></x:cfRule><xm:sqref>B3:B9</xm:sqref></x:conditionalFormatting></ext></extLst>`
  const struck = bookOf(figure(0), later('<font><strike/></font>'))
  assert.deepEqual(lastRow(struck), ['12 Months', problem])
  assert.deepEqual(lastRow(bookOf(figure(0), later('<font/>'))), ['12 Months', '9.25'])
})

test('rows and columns without a height or width, or nearly so, are not read', () => {
  for (const height of [0, 0.75]) {
    const flat = figure(0).replace('<row>', `<row ht="${height}" customHeight="1">`)
    assert.equal(lastRow(bookOf(flat)), undefined)
  }
  for (const width of [0, 0.1]) {
    const narrow = `<cols><col min="2" max="2" width="${width}" customWidth="1"/></cols>`
    const body = bookOf(figure(0), '', narrow)
    assert.equal(textAt(body, '#sheet=Rates&cell=A3'), '12 Months')
    assert.equal(textAt(body, '#sheet=Rates&cell=B3'), undefined)
  }
})
