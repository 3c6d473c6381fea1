import type { Institution } from '../../domain/institution.ts'
import type { Ledger } from '../../market/ledger.ts'
import type { Market } from '../../market/market.ts'
import { pagesOfRows, type RecordPages } from './record-page.ts'
import { changeTexts, historyTexts } from './row-texts.ts'
import type { SendingMemory } from './sending-memory.ts'

/** Pages of `/rates/history`, whose rows never change. */
export function historyPages(ledger: Ledger, sending?: SendingMemory): RecordPages {
  return pagesOfRows(historyTexts(ledger), sending)
}

/** Pages of `/rates/changes`: rows that were made stay for as long as no institution has another name or type. */
export function changePages(
  ledger: Ledger,
  sending?: SendingMemory,
): (market: Market) => RecordPages {
  let known: Market['institutions'] = new Map()
  let pages: RecordPages | undefined
  return ({ institutions }) => {
    if (pages === undefined || !haveSameNames(known, institutions)) {
      const texts = changeTexts(ledger, (id) => institutionIn(institutions, id))
      pages = pagesOfRows(texts, sending)
    }
    known = institutions
    return pages
  }
}

function haveSameNames(a: Market['institutions'], b: Market['institutions']): boolean {
  if (a === b) return true
  for (const [id, { institution }] of b) {
    const before = a.get(id)?.institution
    if (before?.name !== institution.name || before.type !== institution.type) return false
  }
  return true
}

function institutionIn(institutions: Market['institutions'], id: string): Institution {
  const book = institutions.get(id)
  if (book === undefined) throw new Error(`A change is of ${id}, which is not registered.`)
  return book.institution
}
