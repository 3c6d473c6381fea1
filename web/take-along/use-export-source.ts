import { escapeHtml } from '../../src/domain/text.ts'
import { siteName, useApp } from '../app/app-context.ts'
import { embedPath, pathWith } from '../app/routes.ts'
import type { ExportSource } from './export-table.ts'

/** The source of a part, its citation, and the HTML that shows it on another site. */
export type PartSource = ExportSource & {
  readonly fileName: string
  readonly citation: string
  /** The HTML of a frame. It shows the present, unless the view is pinned. */
  readonly frame: string
  /** The lines below a chart. */
  readonly sourceLines: readonly string[]
}

/** The height of a frame in pixels: a chart with its caption, or the first rows of a table. */
const frameHeight = 560

/** The source of a part of the current view; `undefined` before the first answer. */
export function useExportSource(id: string, title: string): PartSource | undefined {
  const { asOf, base, isSample, settings, timeZone, messages, route } = useApp()
  const site = siteName(settings)
  if (asOf === undefined) return undefined
  const { at, position } = asOf
  const { page, takeAlong, words } = messages
  const absolute = (path: string): string => new URL(base + path, location.href).href
  // A colon needs no escape in a query, and people read the address.
  const address = absolute(pathWith(route.path, route.query, { at })).replaceAll('%3A', ':')
  const frameAddress = absolute(pathWith(embedPath(route.path), route.query, { part: id }))
  const sampleNotice = isSample ? page.sampleTitle : ''
  const time = words.time(at, timeZone)
  return {
    title,
    site,
    address,
    at,
    position,
    sampleNotice,
    fileName: fileNameOf(title, at),
    citation: `${takeAlong.citation({ site, title, address, time })} ${sampleNotice}`.trim(),
    frame: `<iframe src="${escapeHtml(frameAddress)}" title="${escapeHtml(title)}" width="100%" height="${frameHeight}" loading="lazy"></iframe>`,
    sourceLines: [takeAlong.source({ site, time }), address, ...(isSample ? [sampleNotice] : [])],
  }
}

/** File systems limit a name to 255 bytes; the name has other parts too. A letter of Sinhala or Tamil has three bytes. */
const mostBytes = 220

/** The name of a file with what it shows and its day: `ratebook-12-month-rates-2026-11-25`. */
export function fileNameOf(title: string, at: string): string {
  return `ratebook-${slugOf(title)}-${at.slice(0, 10)}`
}

/** The letters, marks and digits of every script; a Sinhala or Tamil word is not whole without its marks. */
function slugOf(text: string): string {
  // A joiner only changes the form of letters.
  const joined = text.toLowerCase().replaceAll(/\p{Join_Control}/gu, '')
  const letters = Array.from(joined.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-'))
  while (new TextEncoder().encode(letters.join('')).length > mostBytes) letters.pop()
  return letters.join('').replaceAll(/^-+|-+$/g, '')
}
