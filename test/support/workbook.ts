import { crc32, deflateRawSync } from 'node:zlib'

type ZipFile = readonly [name: string, content: Uint8Array, declared?: number | undefined]

/** A ZIP file. `declared` is the inflated size that its directory states. */
export function zipOf(files: readonly ZipFile[], { isZip64 = false } = {}): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content, declared = content.byteLength] of files) {
    const compressed = deflateRawSync(content)
    const extra = isZip64 ? zip64Sizes(declared, compressed.byteLength) : Buffer.alloc(0)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(isZip64 ? 45 : 20, 0)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(crc32(content), 10)
    fields.writeUInt32LE(isZip64 ? unknown : compressed.byteLength, 14)
    fields.writeUInt32LE(isZip64 ? unknown : declared, 18)
    fields.writeUInt16LE(name.length, 22)
    fields.writeUInt16LE(extra.byteLength, 24)
    const texts = [Buffer.from(name), extra]
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, ...texts, compressed])
    const entry = Buffer.alloc(46)
    entry.write('PK\x01\x02')
    fields.copy(entry, 6)
    entry.writeUInt32LE(offset, 42)
    directory.push(entry, ...texts)
    parts.push(local)
    offset += local.byteLength
  }
  const listing = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06')
  end.writeUInt16LE(isZip64 ? 0xffff : files.length, 8)
  end.writeUInt16LE(isZip64 ? 0xffff : files.length, 10)
  end.writeUInt32LE(isZip64 ? unknown : listing.byteLength, 12)
  end.writeUInt32LE(isZip64 ? unknown : offset, 16)
  const end64 = isZip64 ? zip64End(files.length, listing.byteLength, offset) : Buffer.alloc(0)
  return Buffer.concat([...parts, listing, end64, end])
}

/** Says that a number stands in a field of Zip64. */
const unknown = 0xffffffff

/** The field of Zip64 with the sizes of a file. */
function zip64Sizes(inflated: number, compressed: number): Buffer {
  const extra = Buffer.alloc(20)
  extra.writeUInt16LE(1, 0)
  extra.writeUInt16LE(16, 2)
  extra.writeBigUInt64LE(BigInt(inflated), 4)
  extra.writeBigUInt64LE(BigInt(compressed), 12)
  return extra
}

/** The records of Zip64 after the directory. */
function zip64End(files: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(76)
  end.write('PK\x06\x06')
  end.writeBigUInt64LE(44n, 4)
  end.writeUInt16LE(45, 12)
  end.writeUInt16LE(45, 14)
  end.writeBigUInt64LE(BigInt(files), 24)
  end.writeBigUInt64LE(BigInt(files), 32)
  end.writeBigUInt64LE(BigInt(size), 40)
  end.writeBigUInt64LE(BigInt(offset), 48)
  end.write('PK\x06\x07', 56)
  end.writeBigUInt64LE(BigInt(offset + size), 64)
  end.writeUInt32LE(1, 72)
  return end
}

export const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** A workbook with one sheet, and relations to styles and a theme. `more` replaces or adds files. */
export function workbookOf(
  sheetData: string,
  more: Readonly<Record<string, readonly [Uint8Array, number?]>> = {},
  options: { readonly isZip64?: boolean } = {},
): Uint8Array {
  const texts: Readonly<Record<string, string>> = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${types}.sharedStrings+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Rates" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${relations}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="r3" Type="${relations}/styles" Target="styles.xml"/><Relationship Id="r4" Type="${relations}/theme" Target="theme.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"/>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}">${sheetData}</worksheet>`,
  }
  const files = new Map<string, readonly [Uint8Array, number?]>(
    Object.entries(texts).map(([name, text]) => [name, [Buffer.from(text)]]),
  )
  for (const [name, file] of Object.entries(more)) files.set(name, file)
  const entries = [...files].map(([name, file]) => [name, ...file] as const)
  return zipOf(entries, options)
}
