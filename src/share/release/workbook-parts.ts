/** The namespace of the parts of a workbook. */
export const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelationships = 'http://schemas.openxmlformats.org/package/2006/relationships'
const contentTypes = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
/** Excel keeps so many digits of a number; one with more digits is a text. */
export const exactDigits = 15
/** The places that a number format can show: all that a number of 15 digits can have. */
const mostPlaces = exactDigits
export const [dayStyle, instantStyle] = [mostPlaces + 1, mostPlaces + 2]

const formats = [
  ...Array.from({ length: mostPlaces + 1 }, (_, places) =>
    places === 0 ? '0' : `0.${'0'.repeat(places)}`,
  ),
  'yyyy\\-mm\\-dd',
  'yyyy\\-mm\\-dd hh:mm:ss',
]
/** The identifiers of formats that a workbook defines begin here. */
const firstFormat = 164

/** The style with a number is that of so many places; two more are for days and instants. */
export const stylesXml = `<styleSheet xmlns="${main}"><numFmts count="${formats.length}">${formats
  .map((code, index) => `<numFmt numFmtId="${firstFormat + index}" formatCode="${code}"/>`)
  .join(
    '',
  )}</numFmts><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${formats.length}">${formats
  .map((_, index) => `<xf numFmtId="${firstFormat + index}" xfId="0" applyNumberFormat="1"/>`)
  .join(
    '',
  )}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

/** Names the sheets. */
export function workbookXml(names: readonly string[]): string {
  const sheets = names.map(
    (name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  )
  return `<workbook xmlns="${main}" xmlns:r="${relationships}"><sheets>${sheets.join('')}</sheets></workbook>`
}

function relationship(id: number, type: string, target: string): string {
  return `<Relationship Id="rId${id}" Type="${relationships}/${type}" Target="${target}"/>`
}

const relationshipsXml = (list: readonly string[]): string =>
  `<Relationships xmlns="${packageRelationships}">${list.join('')}</Relationships>`

export const rootRelationships = relationshipsXml([
  relationship(1, 'officeDocument', 'xl/workbook.xml'),
])

export function workbookRelationships(names: readonly string[]): string {
  return relationshipsXml([
    ...names.map((_, index) =>
      relationship(index + 1, 'worksheet', `worksheets/sheet${index + 1}.xml`),
    ),
    relationship(names.length + 1, 'styles', 'styles.xml'),
    relationship(names.length + 2, 'sharedStrings', 'sharedStrings.xml'),
  ])
}

export function contentTypesXml(names: readonly string[]): string {
  const part = (name: string, type: string): string =>
    `<Override PartName="/xl/${name}.xml" ContentType="${contentTypes}.${type}+xml"/>`
  const sheets = names.map((_, index) => part(`worksheets/sheet${index + 1}`, 'worksheet'))
  return `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${part('workbook', 'sheet.main')}${part('styles', 'styles')}${part('sharedStrings', 'sharedStrings')}${sheets.join('')}</Types>`
}
