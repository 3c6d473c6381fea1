import { pageFormats, type PageFormat } from '../../../src/domain/origin.ts'
import { drawText, pdfOf } from '../../support/pdf.ts'
import { main, workbookOf, zipOf } from '../../support/workbook.ts'
import { printRows, type PrintedRow } from './printed-rows.ts'

/** A page that no bank would serve. */
export type HostilePage = {
  readonly name: string
  readonly format: PageFormat
  readonly charset?: string
  readonly body: Uint8Array
}

const rows: readonly PrintedRow[] = ['3', '6', '12', '24'].map((months, index) => ({
  tenure: `${months} Months`,
  rate: `${8 + index / 2}%`,
  annualEffectiveRate: `${8.1 + index / 2}`,
  minimumDeposit: 'Rs. 5,000',
}))

const table = (cells: string) => `<!doctype html><h2>Rates</h2><table>${cells}</table>`
const row = '<tr><td>12 Months<td>9.50</tr>'
const deep = (open: string, close: string, depth: number, inside = '9.50') =>
  open.repeat(depth) + inside + close.repeat(depth)

/** HTML that is deep, wide, long, or full of what parsers have stumbled over. */
const html: Readonly<Record<string, (size: number) => string>> = {
  'nested elements': (size) => deep('<div>', '</div>', 20 * size),
  'nested tables': (size) => deep('<table><tr><td>', '</td></tr></table>', size),
  'nested formatting': (size) => table(`<tr><td>${deep('<b><i>', '</i></b>', 5 * size)}`),
  'formatting that is never closed': (size) => '<a><b><p>'.repeat(5 * size),
  'wide spans': (size) => table(`<tr><td colspan=${size}999 rowspan=${size}999>1${row}`.repeat(50)),
  'spans of zero and less': () => table(`<tr><td rowspan=0 colspan=-1>x${row}`.repeat(20)),
  'many columns': (size) => table(`<tr>${'<td>9.50'.repeat(200 * size)}`),
  'many rows': (size) => table(row.repeat(200 * size)),
  'many tables': (size) => table(row).repeat(20 * size),
  'a long line': (size) => table(`<tr><td>${'9.50 '.repeat(5000 * size)}`),
  'a long number': (size) => table(`<tr><td>12 Months<td>${'9'.repeat(5000 * size)}.50`),
  'many spaces': (size) => table(`<tr><td>12${' '.repeat(20_000 * size)}Months`),
  'unclosed tags': (size) => '<'.repeat(10_000 * size),
  'unclosed attributes': (size) => `<td a="${'x'.repeat(10_000 * size)}`,
  'many attributes': (size) =>
    `<td ${Array.from({ length: 500 * size }, (_, i) => `a${i}=1`).join(' ')}>9`,
  'unclosed comments': (size) => '<!--'.repeat(10_000 * size),
  entities: (size) => table(`<tr><td>${'&amp;&#57;&notin;&#x110000;&#0;'.repeat(500 * size)}`),
  'half entities': (size) => '&'.repeat(10_000 * size) + '&#'.repeat(10_000 * size),
  'an entity bomb': () =>
    `<!DOCTYPE a [<!ENTITY a "${'b'.repeat(1000)}"><!ENTITY c "&a;&a;&a;">]>&c;`,
  'scripts and styles': (size) =>
    `<script>${'<!--<script>'.repeat(100 * size)}</script><style>${'{'.repeat(1000 * size)}`,
  'a script payload': (size) =>
    `<script>self.x.push([1,"${'\\\\"['.repeat(1000 * size)}"])</script>`,
  'prototype names': () =>
    table('<tr><th>__proto__<th>constructor<th>toString<tr><td>hasOwnProperty<td>__proto__<td>9'),
  'NUL characters': (size) => table(`<tr><td>12\0Months<td>9\0.50${'\0'.repeat(1000 * size)}`),
  'invisible characters': (size) =>
    table(`<tr><td>12 Months<td>9\u200b.\u202e50${'\u{e0001}\u0300'.repeat(500 * size)}`),
  'lone surrogates': () => table('<tr><td>&#xd800;&#xdfff;<td>9.50'),
  'foreign content': (size) =>
    deep('<svg><math><mtext><table>', '</table></mtext></math></svg>', size),
  templates: (size) => deep('<template><table><tr><td>', '</table></template>', 2 * size),
  options: (size) => `<select>${'<option value=\'{"a":"9"}\'>x'.repeat(100 * size)}`,
  framesets: () => '<frameset><frame><noframes><table><tr><td>9</frameset>',
  'plain text': () => `<plaintext>${row}`,
  nothing: () => '',
}

/** Texts that are JSON, or nearly. */
const json: Readonly<Record<string, (size: number) => string>> = {
  'nested arrays': (size) => deep('[', ']', 5000 * size),
  'nested arrays without an end': (size) => '['.repeat(20_000 * size),
  'nested objects': (size) => deep('{"a":', '}', 2000 * size, '1'),
  'JSON inside JSON inside JSON': (size) => {
    let text = '"9.50"'
    for (let depth = 0; depth < Math.min(size, 12); depth++) text = JSON.stringify(text)
    return `{"data":${text}}`
  },
  'prototype names': () =>
    '{"__proto__":{"rate":"9"},"constructor":{"prototype":{"x":1}},"toString":1,"rates":[{"__proto__":[]}]}',
  'repeated names': (size) => `{${'"rate":"9.50",'.repeat(500 * size)}"rate":"1"}`,
  'many values': (size) => `[${'9.50,'.repeat(20_000 * size)}1]`,
  'many empty objects': (size) => `[${'{},'.repeat(20_000 * size)}{}]`,
  'long numbers': (size) =>
    `[${'9'.repeat(5000 * size)}.5e99999999,-0,1e400,0.${'0'.repeat(5000)}1]`,
  'a long text': (size) => JSON.stringify('9.50\0\u2028'.repeat(5000 * size)),
  backslashes: (size) => `["${'\\\\'.repeat(10_000 * size)}"]`,
  'escapes without an end': (size) => `["${'\\u'.repeat(1000 * size)}"]`,
  'no JSON': () => 'undefined',
}

/** Texts of operators for a page of a PDF. */
const pdf: Readonly<Record<string, (size: number) => string>> = {
  'many texts': (size) =>
    Array.from({ length: 200 * size }, (_, i) =>
      drawText(50 + (i % 10) * 50, 800 - (i % 70) * 11, '9'),
    ).join('\n'),
  'a long text': (size) => drawText(10, 10, '9'.repeat(5000 * size)),
  'overlapping texts': (size) =>
    drawText(72, 700, '9.50').repeat(10 * size) + drawText(73, 700, '8'),
  'huge positions': () => drawText(1e300, -1e300, '9') + drawText(Number.MAX_SAFE_INTEGER, 0, '9'),
  'no numbers': () => 'BT /F1 NaN Tf 1 0 0 1 x y Tm (9) Tj ET',
  'nested states': (size) =>
    `${'q '.repeat(size > 20 ? 50_000 : 100 * size)}${drawText(72, 700, '9')}`,
  'nested arrays': (size) =>
    `BT /F1 10 Tf ${'['.repeat(500 * size)} (9) ${']'.repeat(500 * size)} TJ ET`,
  'nested dictionaries': (size) => `${'<< /A '.repeat(500 * size)}1${' >>'.repeat(500 * size)} BDC`,
  'an inline image': (size) =>
    `BI /W 9999999 /H 9999999 /BPC 8 /CS /RGB ID ${'x'.repeat(1000 * size)} EI`,
  'unknown operators': (size) => 'x y z '.repeat(2000 * size),
  'a text without an end': (size) => `BT (${'('.repeat(5000 * size)}`,
  'boxes over texts': (size) =>
    `${drawText(72, 700, '9'.repeat(1000))} 0 0 595 842 re f `.repeat(10 * size),
  'nested clips': (size) =>
    `${'0 0 595 842 re W n '.repeat(100 * size)}${drawText(72, 700, '9'.repeat(1000))}`,
  'a path of many points': (size) =>
    `${drawText(72, 700, '9'.repeat(1000))} 0 0 m ${'9 9 l 595 842 1 2 3 4 c '.repeat(1000 * size)} b*`,
  'positions that are no numbers': () =>
    `${drawText(72, 700, '9')} 0 0 0 0 0 0 cm 0 0 9 9 re f /Picture Do 1e300 w 0 0 m 1e300 -1e300 l S`,
  'font sizes': () => [0, -10, 1e9, 1e-9].map((size) => drawText(72, 700, '9.50', size)).join('\n'),
}

const sheetRow =
  '<row r="1"><c r="A1" t="inlineStr"><is><t>12 Months</t></is></c><c r="B1"><v>9.5</v></c></row>'
const sheetData = (rows: string) => `<sheetData>${rows}</sheetData>`

/** Workbooks that are too large, too wide, or not what they say. */
const xlsx: Readonly<Record<string, (size: number) => Uint8Array>> = {
  'a bomb of zeros': (size) =>
    workbookOf(sheetData(sheetRow), { 'xl/sharedStrings.xml': [Buffer.alloc(size * 5_000_000)] }),
  'a bomb that lies about its size': (size) =>
    workbookOf(sheetData(sheetRow), {
      'xl/sharedStrings.xml': [Buffer.alloc(size * 10_000_000, ' '), 10],
    }),
  'a bomb of strings': (size) => {
    const strings = `<sst>${'<si><t>x</t></si>'.repeat(100_000 * size)}</sst>`
    return workbookOf(sheetData(sheetRow), { 'xl/sharedStrings.xml': [Buffer.from(strings), 10] })
  },
  'many cells': (size) => {
    const row = (at: number) => `<row r="${at}">${'<c><v>9.5</v></c>'.repeat(100)}</row>`
    return workbookOf(sheetData(Array.from({ length: 10 * size }, (_, at) => row(at + 1)).join('')))
  },
  'a cell at the far end': () =>
    workbookOf(
      `<dimension ref="A1:XFD1048576"/>${sheetData('<row r="1048576"><c r="XFD1048576"><v>9.5</v></c></row>')}`,
    ),
  'a cell beyond the end': () =>
    workbookOf(sheetData('<row r="99999999999"><c r="ZZZZZZ99999999999"><v>9</v></c></row>')),
  'merges of the whole sheet': (size) =>
    workbookOf(
      `${sheetData(sheetRow)}<mergeCells>${'<mergeCell ref="A1:XFD1048576"/>'.repeat(size)}</mergeCells>`,
    ),
  'hidden columns without an end': (size) =>
    workbookOf(
      `<cols><col min="1" max="${size > 20 ? 999_999_999 : 16_384 * size}" hidden="1" width="0"/></cols>${sheetData(sheetRow)}`,
    ),
  'number formats': () =>
    workbookOf(sheetData(sheetRow), {
      'xl/styles.xml': [
        Buffer.from(
          `<styleSheet xmlns="${main}"><numFmts><numFmt numFmtId="164" formatCode="${'#,'.repeat(5000)}0.${'0'.repeat(5000)}"/></numFmts></styleSheet>`,
        ),
      ],
    }),
  'prototype names': () =>
    workbookOf(
      sheetData('<row r="1"><c r="__proto__1" t="__proto__" s="constructor"><v>9.5</v></c></row>'),
    ),
  entities: (size) =>
    workbookOf(
      sheetData(
        `<row r="1"><c r="A1" t="str"><v>${'&#57;&amp;&x;'.repeat(1000 * size)}</v></c></row>`,
      ),
    ),
  'nested XML': (size) => workbookOf(deep('<sheetData>', '</sheetData>', 1000 * size, sheetRow)),
  'XML without an end': (size) =>
    workbookOf(`<sheetData>${'<row r="1"><c r="A1"'.repeat(1000 * size)}`),
  'shared formulas': (size) =>
    workbookOf(
      sheetData(
        `<row r="1"><c r="A1"><f t="shared" ref="A1:XFD1048576" si="0">${'('.repeat(1000 * size)}</f><v>9</v></c></row>`,
      ),
    ),
  'paths out of the archive': () =>
    workbookOf(sheetData(sheetRow), {
      '../../etc/passwd': [Buffer.from('x')],
      '/etc/passwd': [Buffer.from('x')],
    }),
  'no workbook': () => zipOf([['hello.txt', Buffer.from('9.50')]]),
  'a directory that points nowhere': () => {
    const body = Buffer.from(workbookOf(sheetData(sheetRow)))
    body.writeUInt32LE(0xfffffff0, body.length - 6)
    return body
  },
}

const texts = (shapes: Readonly<Record<string, (size: number) => string>>) =>
  Object.entries(shapes).map(
    ([name, make]) => [name, (size: number): Uint8Array => Buffer.from(make(size))] as const,
  )

const shapes: Readonly<
  Record<PageFormat, readonly (readonly [string, (size: number) => Uint8Array])[]>
> = {
  html: texts(html),
  json: texts(json),
  pdf: Object.entries(pdf).map(([name, make]) => [name, (size) => pdfOf([make(size)])] as const),
  xlsx: Object.entries(xlsx),
}

const charsets = [
  undefined,
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'shift_jis',
  'utf-7',
  'x'.repeat(1000),
  '__proto__',
]

/** A source of numbers that is the same in every run (mulberry32). */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

/** Damages bytes: flips bits, cuts, repeats or moves pieces, and puts in words that matter to parsers. */
function mutated(body: Uint8Array, below: (limit: number) => number): Uint8Array {
  let bytes = Buffer.from(body)
  const words = [
    '\0',
    '<',
    '<table>',
    '</table>',
    '__proto__',
    '"',
    '{',
    ']',
    '&#',
    'endstream',
    'endobj',
    '%%EOF',
    'stream\n',
    '/Length 99999999',
    'PK\x03\x04',
    '\ufeff',
    '-1',
    '9'.repeat(400),
  ]
  for (let count = 1 + below(8); count > 0; count--) {
    const [at, length] = [below(bytes.length + 1), below(200)]
    const piece = bytes.subarray(at, at + length)
    const kind = below(6)
    if (kind === 0 && at < bytes.length) bytes[at] = (bytes[at] ?? 0) ^ (1 << below(8))
    else if (kind === 1) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)])
    else if (kind === 2)
      bytes = Buffer.concat([
        bytes.subarray(0, at),
        ...Array.from({ length: below(20) }, () => piece),
        bytes.subarray(at),
      ])
    else if (kind === 3)
      bytes = Buffer.concat([
        bytes.subarray(0, at),
        Buffer.from(words[below(words.length)] ?? ''),
        bytes.subarray(at),
      ])
    else if (kind === 4 && below(4) === 0) bytes = Buffer.from(bytes.subarray(0, at))
    else if (at < bytes.length) bytes.fill(below(256), at, Math.min(at + length, bytes.length))
  }
  return bytes
}

/** Hostile pages by number, the same in every run: each shape twice, then shapes in several sizes and damaged pages, in turn. */
export function* hostilePages(from: number, to: number): Generator<HostilePage> {
  const all = pageFormats.flatMap((format) =>
    shapes[format].map((shape) => [format, ...shape] as const),
  )
  for (let index = from; index < to; index++) {
    const below = numbersFrom(index)
    const charset = below(6) === 0 ? charsets[below(charsets.length)] : undefined
    const rest = charset === undefined ? {} : { charset }
    // A step that shares no factor with the number of shapes spreads a few pages over all formats.
    const [format, name, make] = all[(index * 17) % all.length] ?? []
    if (
      format !== undefined &&
      name !== undefined &&
      make !== undefined &&
      (index < 2 * all.length || index % 2 === 0)
    ) {
      // The largest size is for the limits of the cage: some shapes then take seconds.
      const size = index < all.length ? 5 : index < 2 * all.length ? 25 : 1 + below(20)
      yield { name: `${index}: ${format}, ${name}, ${size}`, format, ...rest, body: make(size) }
      continue
    }
    const damaged = pageFormats[below(pageFormats.length)] ?? 'html'
    const { body } = printRows(damaged, rows)
    const read = below(20) === 0 ? (pageFormats[below(4)] ?? damaged) : damaged
    yield {
      name: `${index}: damaged ${damaged} as ${read}`,
      format: read,
      ...rest,
      body: mutated(body, below),
    }
  }
}
