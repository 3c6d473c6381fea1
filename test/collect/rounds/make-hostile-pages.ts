// Prints hostile pages as a message to a caged process. Making them takes much memory, so the parent of the cage does not.
import { encodeRequest } from '../../../src/collect/cage/message.ts'
import type { Day } from '../../../src/domain/day.ts'
import { hostilePages } from './hostile-pages.ts'

const [from, to] = process.argv.slice(2).map(Number)
const pages = [...hostilePages(from ?? 0, to ?? 0)].map((page) => ({
  ...page,
  day: '2026-11-24' as Day,
}))
const figures = { offers: [], cells: [] }
process.stdout.write(Buffer.concat(encodeRequest({ mode: 'check', figures }, pages)))
