// The build for browsers uses no module of Node.
import { unzipSync, zipSync, type UnzipFileInfo } from 'fflate/browser'
import { refuse } from '../refusal.ts'

/** The files of a workbook by their names, in lower case and with `/` between folders. Excel makes no difference there. */
export type WorkbookFiles = ReadonlyMap<string, Uint8Array>

/** The most files of a workbook, and the most bytes that they may have when they are inflated. */
const limits = { files: 1_000, inflated: 64 * 1024 * 1024 }

/** Unpacks a workbook, also one in Zip64. Ends the read if the workbook is too large, or a file of it is not whole. */
export function unzipWorkbook(body: Uint8Array): WorkbookFiles {
  const names = new Set<string>()
  let inflated = 0
  // Each file is inflated into an array of the declared size, so no file gets more memory than this allows.
  const filter = ({ name, originalSize }: UnzipFileInfo): boolean => {
    inflated += originalSize
    if (inflated > limits.inflated)
      refuse(`The workbook has more than ${limits.inflated / 1024 / 1024} MiB when inflated.`)
    if (names.size === limits.files) refuse(`The workbook has more than ${limits.files} files.`)
    if (names.has(fileName(name))) refuse('The workbook has two files of one name.')
    names.add(fileName(name))
    return true
  }
  const files = Object.entries(unzipSync(body, { filter }))
  for (const [name, content] of files)
    if (/\.(?:xml|rels)$/i.test(name) && !isWholeXml(content))
      refuse(`The file ${name.slice(0, 100)} of the workbook is cut off.`)
  return new Map(files.map(([name, content]) => [fileName(name), content]))
}

function fileName(name: string): string {
  return name.replaceAll('\\', '/').toLowerCase()
}

/** Whether a text of XML ends with its first element. The text of a file that is larger than declared ends earlier. */
function isWholeXml(content: Uint8Array): boolean {
  const text = new TextDecoder().decode(content).trimEnd()
  const [first = '', name = ''] = /<([\w:.-]+)[^<>]*>/.exec(text) ?? []
  const last = text.slice(text.lastIndexOf('<'))
  return last.replaceAll(/\s/g, '') === `</${name}>` || (last === first && last.endsWith('/>'))
}

/** A plain ZIP archive of files, without compression and Zip64. */
export function archiveOf(files: WorkbookFiles): Uint8Array {
  // The default time is the present. Nothing reads the time.
  return zipSync(Object.fromEntries(files), { level: 0, mtime: '2000-01-01' })
}
