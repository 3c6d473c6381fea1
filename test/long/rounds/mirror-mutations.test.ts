import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openSqliteStore } from '../../../src/book/store/sqlite/sqlite-store.ts'
import { isPrivateKind } from '../../../src/domain/entry.ts'
import { logLine, type StoredEntry } from '../../../src/domain/stored-entry.ts'
import { temporaryDirectory } from '../../book/store/sqlite-books.ts'
import { filesOf, serveFiles, type LogFiles } from '../../share/mirror/log-server.ts'
import { editedEntries, mirrorInto } from '../../share/mirror/test-mirror.ts'
import { digested } from '../../support/rechain.ts'

/** How many logs are altered: 10 in `npm test`, 1,000 in `npm run test:faults`. */
const rounds = Number(process.env['FAULT_ROUNDS'] ?? 10)

const edited = editedEntries()

/** An altered log, and the position of its first line that is not that of the book. */
type Mutation = { readonly lines: readonly string[]; readonly position: number }

/** Two places from 0 to before the end, the smaller one first. */
function twoPlaces(end: number): readonly [number, number] {
  const first = randomInt(end - 1)
  return [first, randomInt(first + 1, end)]
}

const mutations: Readonly<Record<string, (entries: readonly StoredEntry[]) => Mutation>> = {
  'a changed character': (entries) => {
    const lines = entries.map(logLine)
    const index = randomInt(lines.length)
    const line = lines[index] ?? ''
    const place = randomInt(line.length)
    const other = String.fromCharCode(randomInt(0x20, 0x7f))
    const changed = other === line[place] ? '\u00e9' : other
    const altered = line.slice(0, place) + changed + line.slice(place + 1)
    return { lines: lines.with(index, altered), position: index + 1 }
  },
  'a missing line': (entries) => {
    const index = randomInt(entries.length - 1)
    return { lines: entries.toSpliced(index, 1).map(logLine), position: index + 1 }
  },
  'a line twice': (entries) => {
    const lines = entries.map(logLine)
    const index = randomInt(lines.length)
    return { lines: lines.toSpliced(index, 0, lines[index] ?? ''), position: index + 2 }
  },
  'exchanged lines': (entries) => {
    const lines = entries.map(logLine)
    const [first, second] = twoPlaces(lines.length)
    const [one = '', other = ''] = [lines[first], lines[second]]
    return { lines: lines.with(first, other).with(second, one), position: first + 1 }
  },
  'exchanged bodies': (entries) => {
    for (;;) {
      const [first, second] = twoPlaces(entries.length)
      const [one, other] = [entries[first], entries[second]]
      if (one === undefined || other === undefined || one.body === other.body) continue
      if (isPrivateKind(one.kind) || isPrivateKind(other.kind)) continue
      const exchanged = entries
        .with(first, { ...one, body: other.body })
        .with(second, { ...other, body: one.body })
      return { lines: exchanged.map(logLine), position: first + 1 }
    }
  },
}

/** The log with another time in one entry, and digests to match from there on. */
function fork(entries: readonly StoredEntry[], position: number): readonly string[] {
  let digest = entries[position - 2]?.digest ?? '0'.repeat(64)
  const forked = entries.slice(position - 1).map((entry, index) => {
    const at = index === 0 ? entry.at.replace('.000Z', '.001Z') : entry.at
    const body = entry.body ?? ''
    const next = digested(digest, { ...entry, at, body })
    ;({ digest } = next)
    return next
  })
  return [...entries.slice(0, position - 1), ...forked].map(logLine)
}

test(
  `${rounds} altered logs are refused, each at its position, and nothing of them stands in the mirror`,
  { timeout: 3_600_000 },
  async (t) => {
    const entries = edited()
    const folder = temporaryDirectory(t)
    let files: LogFiles = new Map()
    const { url } = await serveFiles(t, () => files)
    const mirrorOfSize = (size: number): string => join(folder, `${size}.db`)
    for (let size = 1; size <= entries.length; size++) {
      files = filesOf(entries.slice(0, size).map(logLine))
      assert.deepEqual(await mirrorInto(mirrorOfSize(size), url), { position: size })
    }
    const path = join(folder, 'mirror.db')
    const kinds = Object.keys(mutations)
    for (let round = 0; round < rounds; round++) {
      const kind = kinds[round % (kinds.length + 1)]
      const mirrored = randomInt(1, entries.length + 1)
      copyFileSync(mirrorOfSize(mirrored), path)
      const mutate = kind === undefined ? undefined : mutations[kind]
      const position = randomInt(1, mirrored + 1)
      const mutation = mutate?.(entries) ?? { lines: fork(entries, position), position }
      files = filesOf(mutation.lines)
      const { message = '', ...result } = await mirrorInto(path, url)
      const what = `${kind ?? 'a fork'}, ${mirrored} mirrored, ${mutation.position}: ${message}`
      assert.match(message, RegExp(`at position ${mutation.position}(:| than )`), what)
      const kept = Math.max(mirrored, mutation.position - 1)
      assert.deepEqual(result, { position: kept, exitCode: 65 }, what)
      const store = await openSqliteStore(path, { mode: 'read' })
      const stored = (await Array.fromAsync(store.storedEntries(0))).flat()
      await store.close()
      assert.deepEqual(stored.map(logLine), entries.slice(0, kept).map(logLine), what)
      assert.ok(stored.every(({ kind, body }) => (body === null) === isPrivateKind(kind)))
    }
  },
)
