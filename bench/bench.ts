import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Draft } from '../src/domain/entry.ts'
import { makeBook } from './make-book.ts'
import { largest, marketDrafts } from './market.ts'
import { openHandWritten, type HandWritten } from './peers/hand-written.ts'
import type { Server } from './process/server.ts'
import { createYardstick, type Yardstick } from './process/yardstick.ts'

/** What every row is handed: where it may write, how long it may measure, and the books. */
export type Bench = {
  readonly folder: string
  /** Whole seconds of each run of load. */
  readonly seconds: number
  /** How often each contender has its turn. */
  readonly rounds: number
  /** Whether it has three minutes for everything. */
  readonly isQuick: boolean
  /** Says on standard error what goes on. */
  readonly say: (line: string) => void
  /** The path of a book with so many changes; made when it is first asked for. */
  readonly book: (changes: number) => Promise<string>
  /** The entries of that book. */
  readonly drafts: (changes: number) => readonly Draft[]
  /** A new folder. */
  readonly newFolder: (name: string) => string
  /** A port that no other server of this run has. */
  readonly newPort: () => number
  /** Where the next run of load begins in a file of targets, and how far it came, so that none is asked twice. */
  readonly places: Map<string, number>
  /** Measures how fast the machine is at this moment. */
  readonly yardstick: Yardstick
  /** The services that somebody could have written instead, on the market of the largest book. */
  readonly peers: HandWritten
  /** Fastify on PostgreSQL, which targets are measured against; not in a quick run, which has no time to fill its database. */
  readonly rival: () => Promise<Server | undefined>
}

/** How long and how often a benchmark measures. */
export type Pace = Pick<Bench, 'seconds' | 'rounds' | 'isQuick'>

/** Prepares a benchmark in an empty folder. */
export function openBench(folder: string, pace: Pace, say: Bench['say']): Bench {
  const books = new Map<number, Promise<string>>()
  const markets = new Map<number, readonly Draft[]>()
  let port = 19_000
  const newPort = () => ++port
  const drafts = (changes: number): readonly Draft[] => {
    const known = markets.get(changes) ?? marketDrafts(changes)
    markets.set(changes, known)
    return known
  }
  const peers = openHandWritten(folder, () => drafts(largest), newPort, say)
  return {
    ...pace,
    folder,
    say,
    places: new Map(),
    yardstick: createYardstick(),
    newPort,
    drafts,
    peers,
    rival: async () => (pace.isQuick ? undefined : peers.fastify()),
    newFolder(name) {
      const made = join(folder, name)
      mkdirSync(made, { mode: 0o755 })
      return made
    },
    book(changes) {
      const path = join(folder, `book-${changes}.db`)
      const made = books.get(changes) ?? makeBook(path, drafts(changes)).then(() => path)
      books.set(changes, made)
      return made
    },
  }
}
