import { canonicalJson, type Json } from '../../src/domain/json.ts'
import type { StoredEntry } from '../../src/domain/stored-entry.ts'
import { digested, rechained, whole } from '../support/rechain.ts'

type Entries = readonly StoredEntry[]

/**
 * What an edit does to the past. `changed`: an entry differs, is missing, or is in another place. `tail-lost`: the last entries
 * are gone. `rewritten`: the digests fit the changed entries. `appended`: a new entry follows, and the past is intact.
 */
export type Past = 'changed' | 'tail-lost' | 'rewritten' | 'appended'

/** An edit of the entries of the book that `fillEditedBook` makes. */
export type EntryEdit = {
  readonly name: string
  readonly past: Past
  readonly apply: (entries: Entries) => Entries
}

const edit = (name: string, apply: EntryEdit['apply'], past: Past = 'changed'): EntryEdit => ({
  name,
  past,
  apply,
})

/** Changes the fields of one entry. */
const change =
  (
    position: number,
    fields: (entry: StoredEntry & { readonly body: string }) => Partial<StoredEntry>,
  ) =>
  (entries: Entries): Entries =>
    entries.map((entry) =>
      entry.position === position ? { ...entry, ...fields(whole(entry)) } : entry,
    )

/** Replaces a text in the body of one entry. */
const replace = (position: number, from: string, to: string) =>
  change(position, ({ body }) => {
    if (!body.includes(from)) throw new Error(`Entry ${position} does not contain ${from}.`)
    return { body: body.replace(from, to) }
  })

/** Numbers the entries again, without gaps. */
const renumbered = (entries: Entries): Entries =>
  entries.map((entry, index) => ({ ...entry, position: index + 1 }))

/** Exchanges two entries, each with its digest or without. */
const exchange = (a: number, b: number, withDigest: boolean) => (entries: Entries) =>
  entries.map((entry): StoredEntry => {
    const other = { [a]: entries[b - 1], [b]: entries[a - 1] }[entry.position] ?? entry
    const { position, digest } = entry
    return { ...other, position, ...(!withDigest && { digest }) }
  })

const without =
  (...positions: readonly number[]) =>
  (entries: Entries) =>
    entries.filter(({ position }) => !positions.includes(position))

/** Changes the fields of the last entry. */
const changeLast =
  (fields: (entry: StoredEntry & { readonly body: string }) => Partial<StoredEntry>) =>
  (entries: Entries) =>
    change(entries.length, fields)(entries)

/** A check that is appended with some digest. */
const appended = (digest: (check: StoredEntry, last: string) => string) => (entries: Entries) => {
  const last = entries.at(-1)
  if (last === undefined) return entries
  const position = last.position + 1
  const check = { ...last, position, kind: 'rates-checked', institutionId: 'alpha', body: '{}' }
  const entry = digested(last.digest, check)
  return [...entries, { ...entry, digest: digest(entry, last.digest) }]
}

const rewritten = (name: string, apply: EntryEdit['apply']): EntryEdit =>
  edit(
    `${name}, and all digests computed again`,
    (entries) => rechained(apply(entries)),
    'rewritten',
  )

/** A rate in a sheet and in its changes, so that both agree. */
const consistentRate = change(7, ({ body }) => ({ body: body.replaceAll('"9.60"', '"9.90"') }))

/** The edits of entries, which are the same for both stores. */
export const entryEdits: readonly EntryEdit[] = [
  edit('another rate in a sheet', replace(7, '"rate":"9.75"', '"rate":"9.85"')),
  edit('another rate among the changes', replace(7, '"rate":"9.60"', '"rate":"9.65"')),
  edit('another rate in a sheet and among its changes', consistentRate),
  edit('another minimum deposit', replace(4, '"100000"', '"10000"')),
  edit('another direction', replace(7, '"up"', '"down"')),
  edit(
    'no changes',
    change(7, ({ body }) => ({ body: body.replace(/"changes":\[.*?\]/, '"changes":[]') })),
  ),
  edit('a complete sheet marked as partial', replace(7, '"complete":true', '"complete":false')),
  edit(
    'another institution',
    change(5, () => ({ institutionId: 'beta' })),
  ),
  edit(
    'a time that is a millisecond later',
    change(5, ({ at }) => ({ at: at.replace('.000Z', '.001Z') })),
  ),
  edit(
    'a time earlier than that of the entry before',
    change(5, () => ({ at: '2026-01-01T00:00:00.000Z' })),
  ),
  edit(
    'another kind',
    change(5, () => ({ kind: 'rates-verified' })),
  ),
  edit(
    'an unknown kind',
    change(5, () => ({ kind: 'rates-guessed' })),
  ),
  edit('another scraped_at', replace(12, '2026-06-10T00:00:00Z', '2026-06-09T12:00:00Z')),
  edit('another source_url', replace(12, 'https://alpha.example', 'https://beta.example')),
  edit('another currency in the first sheet', replace(4, '"KES"', '"USD"')),
  edit('another name of an institution', replace(10, 'Crédit', 'Kredit')),
  edit('another type of institution', replace(2, '"nbfi"', '"bank"')),
  edit('an institution made active', replace(3, '"active":false', '"active":true')),
  edit('another rate in a correction', replace(13, '"now":"8"', '"now":"8.5"')),
  edit(
    'another rate among the changes of a retraction',
    replace(14, '"previous":"7"', '"previous":"6"'),
  ),
  edit('a correction of another sheet', replace(13, '"of":7', '"of":4')),
  edit('another person who made a correction', replace(13, '"Asha"', '"Ravi"')),
  edit(
    'a retraction marked as a correction',
    replace(14, '"isRetraction":true', '"isRetraction":false'),
  ),
  edit('another name of a reviewer', replace(15, 'Zoë', 'Zoe')),
  edit('another source definition that was accepted', replace(16, 'abab', 'acab')),
  edit('another verified tier', replace(17, '"tenure":"12"', '"tenure":"6"')),
  edit('another printed text of a verified rate', replace(17, '9,60 %', '9,70 %')),
  edit('another meaning of a verified tenure', replace(17, '12 months', '13 months')),
  edit('another rate in a held sheet', replace(18, '12.75', '12.57')),
  edit(
    'the body of a held sheet removed',
    change(18, () => ({ body: null })),
  ),
  edit('another finding', replace(18, '300 basis', '30 basis')),
  edit('another page that was captured', replace(18, 'cdcd', 'cccd')),
  edit('a rejection made of an approval', replace(19, 'approved', 'rejected')),
  edit('another reviewer who approved', replace(19, '"ann"', '"zoe"')),
  edit('a sheet that nobody held', replace(20, '"hold":18,', '')),
  edit('a failed run made a check by a person', replace(21, ',"outcome":"failed"', '')),
  edit('an approval deleted, and the others renumbered', (entries) =>
    renumbered(without(19)(entries)),
  ),
  edit('a correction deleted, and the others renumbered', (entries) =>
    renumbered(without(13)(entries)),
  ),
  edit('two entries exchanged, with their digests', exchange(5, 8, true)),
  edit('two entries exchanged, without their digests', exchange(5, 8, false)),
  edit('the first entry deleted', without(1)),
  edit('an entry in the middle deleted', without(5)),
  edit('an entry in the middle deleted, and the others renumbered', (entries) =>
    renumbered(without(5)(entries)),
  ),
  edit('an entry inserted in the middle, and the others renumbered', (entries) =>
    renumbered([...entries.slice(0, 5), ...entries.slice(4)]),
  ),
  edit(
    'a gap before the last entry',
    changeLast(({ position }) => ({ position: position + 6 })),
  ),
  edit(
    'the last entry entered twice',
    appended((_, last) => last),
  ),
  edit(
    'an entry appended with a made-up digest',
    appended(() => 'ab'.repeat(32)),
  ),
  edit(
    'another digest',
    change(5, () => ({ digest: 'ab'.repeat(32) })),
  ),
  edit(
    'another digest of the last entry',
    changeLast(() => ({ digest: 'ab'.repeat(32) })),
  ),
  edit('a body changed, and its own digest computed again', (entries) =>
    change(7, (entry) => digested(entries[5]?.digest ?? '', entry))(consistentRate(entries)),
  ),
  edit('white space in a body', replace(7, '":', '": ')),
  edit(
    'another order of keys',
    change(10, ({ body }) => ({ body: reversedKeys(body) })),
  ),
  edit('a rate printed with another zero', replace(6, '"rate":"10"', '"rate":"10.0"')),
  edit(
    'a name in another Unicode form',
    change(1, ({ body }) => ({ body: body.normalize('NFD') })),
  ),
  edit('a character written as an escape', replace(1, 'é', '\\u00e9')),
  edit(
    'a NUL after an institution',
    change(5, ({ institutionId }) => ({ institutionId: `${institutionId}\0` })),
  ),
  edit(
    'a NUL after a body',
    change(5, ({ body }) => ({ body: `${body}\0` })),
  ),
  edit('a key entered twice', replace(10, '"active":true', '"active":false,"active":true')),
  edit('the last entry deleted', (entries) => entries.slice(0, -1), 'tail-lost'),
  edit('the last three entries deleted', (entries) => entries.slice(0, -3), 'tail-lost'),
  edit('all entries deleted', () => [], 'tail-lost'),
  rewritten('another rate in all sheets and changes', (entries) =>
    entries.map((entry) => ({ ...entry, body: whole(entry).body.replaceAll('"9.60"', '"9.90"') })),
  ),
  rewritten('another name of an institution', replace(10, 'Crédit', 'Kredit')),
  rewritten('a check removed, the others renumbered', (entries) => renumbered(without(5)(entries))),
  rewritten('another rate in a correction', replace(13, '"now":"8"', '"now":"8.5"')),
  rewritten('a reviewer who was never registered', replace(19, '"ann"', '"zoe"')),
  rewritten('another rate in an approved sheet', (entries) =>
    entries.map((entry) =>
      entry.position === 20
        ? { ...entry, body: whole(entry).body.replaceAll('12.75', '12.57') }
        : entry,
    ),
  ),
  rewritten('an approval without its sheet', (entries) => renumbered(without(20)(entries))),
  rewritten(
    'a correction of a sheet that does not exist',
    replace(13, '"isRetraction":false,"of":7', '"isRetraction":false,"of":99'),
  ),
  rewritten('a corrected figure of a sheet that does not exist', replace(13, '"of":7', '"of":99')),
  rewritten(
    'a time that is a millisecond later',
    change(5, ({ at }) => ({ at: at.replace('.000Z', '.001Z') })),
  ),
  rewritten('another direction', replace(7, '"up"', '"down"')),
  rewritten('white space in a body', replace(7, '":', '": ')),
  rewritten(
    'a check of an unknown institution',
    change(5, () => ({ institutionId: 'nobody' })),
  ),
  rewritten(
    'an unknown kind',
    change(5, () => ({ kind: 'rates-guessed' })),
  ),
  rewritten(
    'a body that is not JSON',
    change(7, () => ({ body: '{"changes":' })),
  ),
  rewritten(
    'a body of another kind',
    change(7, () => ({ body: '{}' })),
  ),
  edit(
    'an entry appended with the right digest',
    appended(({ digest }) => digest),
    'appended',
  ),
]

function reversedKeys(body: string): string {
  const entries = Object.entries(JSON.parse(body) as Record<string, Json>).toReversed()
  return `{${entries.map(([key, value]) => `"${key}":${canonicalJson(value)}`).join(',')}}`
}
