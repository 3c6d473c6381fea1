import type { FoundRows } from '../../query/page.ts'
import type { Body, Payload } from '../message/body.ts'
import { textBody } from '../message/text-body.ts'
import { createPieceFinder } from './found-pieces.ts'
import { joinRows } from './join-rows.ts'
import { listOf } from './list-body.ts'
import { markText } from './pieces.ts'
import type { RowTexts } from './row-texts.ts'
import type { SendingMemory } from './sending-memory.ts'

/** Makes the bodies of rows that were found, all of one kind of record. */
export type RecordPages = (found: FoundRows) => Body

/** No row has fewer bytes. */
const leastRow = 140

/**
 * Pages of rows that are joined of these texts, where they are sent from if that is known. The pieces of all are found in one
 * memory: those of one that is asked for late are found again.
 */
export function pagesOfRows(texts: RowTexts, sending?: SendingMemory): RecordPages {
  const { measure, write, gzip } = joinRows(texts, createPieceFinder(texts), sending)
  return (found) => {
    const rows = found.end - found.start
    if (rows <= 0) return textBody('[]')
    const payload = (): Payload =>
      listOf(measure(found).length, (out, at) => {
        write(found, out, at)
      })
    return {
      least: rows * leastRow,
      isMadeEachTime: true,
      payload,
      digest: () => markText(measure(found).mark),
      gzip: gzip && (() => gzip(found)),
    }
  }
}
