/** The most bytes that the files of a workbook may have when they are inflated, and the most files. */
const limits = { inflated: 64 * 1024 * 1024, files: 1_000 }

const signatures = { file: 0x04034b50, entry: 0x02014b50, end: 0x06054b50 }
/** The length of the record at the end of a ZIP file without its comment, and of an entry of the directory without its texts. */
const [endLength, entryLength] = [22, 46]

/**
 * Why bytes are no workbook that may be opened: no ZIP file, cut off, or too large when inflated. The sizes are those that the file
 * declares; a file that lies ends at the memory limit of the reader's process.
 */
export function zipProblem(body: Uint8Array): string | undefined {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength)
  if (body.byteLength < endLength || view.getUint32(0, true) !== signatures.file)
    return 'This is not an XLSX workbook.'
  const end = endOf(view)
  if (end === undefined) return 'The workbook is cut off.'
  const count = view.getUint16(end + 10, true)
  if (count > limits.files) return `The workbook has ${count} files.`
  let [inflated, offset] = [0, view.getUint32(end + 16, true)]
  for (let index = 0; index < count; index++) {
    if (offset + entryLength > end || view.getUint32(offset, true) !== signatures.entry)
      return 'The workbook is damaged.'
    inflated += view.getUint32(offset + 24, true)
    const texts = [28, 30, 32].map((field) => view.getUint16(offset + field, true))
    offset += texts.reduce((sum, length) => sum + length, entryLength)
  }
  if (inflated > limits.inflated) return `The workbook has ${inflated} bytes when inflated.`
  return undefined
}

/** The offset of the record at the end of a ZIP file. A comment of up to 65,535 bytes may follow it. */
function endOf(view: DataView): number | undefined {
  const lowest = Math.max(0, view.byteLength - endLength - 0xffff)
  for (let offset = view.byteLength - endLength; offset >= lowest; offset--)
    if (view.getUint32(offset, true) === signatures.end) return offset
  return undefined
}
