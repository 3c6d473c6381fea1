import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { comparedWith } from '../../src/book/market/holds.ts'
import { readSheet } from '../../src/book/publish/input/read-sheet.ts'
import { acceptSource } from '../../src/book/publish/review/accept-source.ts'
import { appendEdit } from '../../src/book/publish/review/append-review.ts'
import { appendTypedSheet } from '../../src/book/publish/review/typed-sheet.ts'
import type { Decimal } from '../../src/domain/decimal.ts'
import { isPrivateKind, type Draft, type Entry } from '../../src/domain/entry.ts'
import type { CapturedPage } from '../../src/domain/origin.ts'
import { collecting, outcomesOf, type Collecting } from '../collect/rounds/collecting.ts'
import { run } from './cli.ts'
import { heldSheet } from './held-sheets.ts'
import { at } from './sample-market.ts'
import { byDefault, bytesOf, offerOf, sheetOf, writeJson } from './small-book.ts'

/** A book with a secret in every private field, and texts that its public entries have. */
export type SecretBook = Pick<Collecting, 'book' | 'folder' | 'store'> & {
  readonly entries: readonly Entry[]
  /** The secrets by what they are. */
  readonly secrets: ReadonlyMap<string, string>
  /** Texts of public fields. Some answer has each of them, so the search can find what it looks for. */
  readonly publicTexts: readonly string[]
}

const two = { ...byDefault, isOneReviewerEnough: false }

/** Makes the book with the collector, the commands, and the functions of the desk. */
export async function makeSecretBook(t: TestContext): Promise<SecretBook> {
  const collector = await collecting(t)
  const { book, folder, store, site, addBank, collect } = collector
  const secrets = new Map<string, string>()
  const publicTexts: string[] = []
  const secret = (what: string): string => keep(what, `Private ${what.replaceAll(' ', '-')}`)
  const keep = (what: string, text: string): string => {
    secrets.set(what, text)
    return text
  }
  const open = (what: string): string => {
    publicTexts.push(`Public ${what}`)
    return `Public ${what}`
  }
  let hour = 0
  /** Each step has the next hour. */
  const next = (): string => new Date(Date.UTC(2026, 5, 2, hour++)).toISOString()
  const clock = () => ({ from: 'option', read: () => at(next()) }) as const
  const command = async (...args: readonly string[]): Promise<void> => {
    const { code, stderr } = await run([...args, '--database', book, '--at', next()])
    assert.equal(code, 0, `${args.join(' ')}: ${stderr}`)
  }
  const last = async (): Promise<Entry> => {
    const entry = await store.entryAt((await store.head()).position)
    assert.ok(entry)
    return entry
  }

  const path = keep('address of a held page', 'a-private-page')
  await addBank('rejected', { isAccepted: false, path })
  for (const id of ['approved', 'edited', 'typed']) await addBank(id)
  await command('reviewer', 'add', 'ben', '--name', 'Ben', ...by('of adding a reviewer'))
  await command('reviewer', 'add', 'eve', '--name', secret('name of a reviewer'))
  await command('reviewer', 'remove', 'eve', ...by('of removing a reviewer'))
  function by(what: string): readonly string[] {
    return ['--by', secret(`name ${what}`), '--note', secret(`note ${what}`)]
  }

  // A source that nobody has accepted: a run holds its sheet, another run finds the same figures, and a reviewer rejects them.
  const figures = [keep('figure of a rejected sheet', '7.7713'), keep('another figure', '6.6613')]
  site.show(path, { 6: figures[1] as string, 12: figures[0] as string })
  const collected = async (id: string): Promise<string | undefined> =>
    outcomesOf(await collect(next(), { ids: [id] }))[0]
  assert.equal(await collected('rejected'), 'held sheet-held')
  const rejected = await last()
  assert.ok(rejected.kind === 'sheet-held')
  keep('digest of a held page', rejected.origin?.captures[0]?.digest ?? '')
  assert.equal(await collected('rejected'), 'held rates-checked')
  const note = ['--note', secret('note of a rejection')]
  await command('review', 'reject', `${rejected.position}`, '--by', 'ann', ...note)
  assert.equal(await collected('rejected'), 'held rates-checked')

  // A move that two reviewers approve.
  site.show('approved', { 6: '8.00', 12: '8.50' })
  assert.equal(await collected('approved'), 'changed sheet-published')
  site.show('approved', { 6: '8.00', 12: '12.50' })
  assert.equal(await collected('approved'), 'held sheet-held')
  const { position } = await last()
  for (const id of ['ann', 'ben'])
    await command('review', 'approve', `${position}`, '--by', id, '--note', secret(`note of ${id}`))

  // The desk: an edit, and two typed sheets, of which one is rejected.
  const acceptance = { institutionId: 'typed', by: 'ann', note: secret('note of an acceptance') }
  const source = { file: 'xx/typed.yaml', digest: 'e'.repeat(64) }
  assert.equal((await acceptSource(store, { ...acceptance, source }, clock())).kind, 'accepted')
  const hold = async (rates: readonly [string, string], what: string): Promise<number> => {
    const when = next()
    const draft = heldSheet(when, rates)
    const entries = (await collector.entries()).filter((one) => one.institutionId === 'edited')
    const held: Draft = {
      ...draft,
      institutionId: 'edited',
      sheet: { ...draft.sheet, institutionId: 'edited' },
      findings: [{ rule: 'large-move', message: secret(`finding of ${what}`) }],
      comparedWith: comparedWith({ entries }),
    }
    await store.append(async () => [held])
    return (await last()).position
  }
  const misread = await hold([keep('figure before an edit', '5.5513'), '7.00'], 'an edit')
  const tier = { variant: 'general', tenure: '12' as Decimal, payout: 'maturity' } as const
  const cells = {
    rate: { address: '#char=700,704', text: '8.40' },
    tenure: { address: '#char=1,3', text: '12 Months' },
    column: { address: '#char=5,9', text: 'At maturity' },
  }
  const edits = [{ tier, rate: '8.40' as Decimal, cells }]
  const why = { reason: secret('reason of an edit'), note: secret('note of an edit') }
  const edit = { by: 'ann', hold: misread, edits, ...why }
  assert.equal((await appendEdit(store, edit, clock(), two)).kind, 'decided')

  const type = async (year: string, more: Record<string, unknown>, what: string) => {
    const when = next()
    const offers = [offerOf({ rate_pa: year }), offerOf({ tenure_months: '6', rate_pa: '7.00' })]
    const fields = { institution_id: 'typed', scraped_at: when, offers, ...more }
    const parsed = readSheet(bytesOf(sheetOf(fields)))
    const texts = { reason: secret(`reason of ${what}`), note: secret(`note of ${what}`) }
    const typedFrom: readonly CapturedPage[] = [
      {
        page: 'rates',
        url: `https://typed.example/${what.replaceAll(' ', '-')}`,
        at: at(when),
        digest: what === 'a typed sheet' ? 'c'.repeat(64) : keep('typed page', 'd'.repeat(64)),
        format: 'pdf',
      },
    ]
    return appendTypedSheet(store, { by: 'ann', parsed, ...texts, typedFrom }, clock(), two)
  }
  const first = sheetOf({
    institution_id: 'typed',
    scraped_at: next(),
    offers: [offerOf({ rate_pa: '8.00' }), offerOf({ tenure_months: '6', rate_pa: '7.00' })],
  })
  const file = writeJson(folder, 'sheet.json', first)
  const remark = (what: string) => [
    '--by',
    open(`name of ${what}`),
    '--note',
    open(`note of ${what}`),
  ]
  await command('publish', file, ...remark('a publication'), '--reason', open('reason'))
  const approvedHold = await type('12.25', {}, 'a typed sheet')
  assert.ok(approvedHold.kind === 'held')
  const { position: typedHold } = approvedHold.hold
  const seen = ['--note', secret('note of an approval')]
  await command('review', 'approve', `${typedHold}`, '--by', 'ben', ...seen)
  const product = keep('product of a rejected sheet', 'A private product')
  const secretOffers = [
    offerOf({ rate_pa: keep('figure of a typed sheet', '3.3313'), product }),
    offerOf({ tenure_months: '6', rate_pa: '7.00' }),
  ]
  const source_url = keep('address of a rejected sheet', 'https://typed.example/private')
  const rejectedHold = await type('', { offers: secretOffers, source_url }, 'a rejected sheet')
  assert.ok(rejectedHold.kind === 'held')
  const { position: ended } = rejectedHold.hold
  const wrong = ['--note', secret('note of another rejection')]
  await command('review', 'reject', `${ended}`, '--by', 'ben', ...wrong)

  // Entries that a person makes by hand are public.
  await command('check', 'typed', ...remark('a check'))
  await command('verify', 'typed', ...remark('a verification'))
  const correction = ['--terms', 'general 12 maturity', '--rate', '8.10', '--cause', 'misread']
  const of = (await collector.entries()).findLast(
    ({ kind, institutionId }) => kind === 'sheet-published' && institutionId === 'edited',
  )
  const override = ['--reason', open('reason of a correction')]
  await command(
    'correct',
    '--of',
    `${of?.position}`,
    ...correction,
    ...remark('a correction'),
    ...override,
  )
  // In another unit, which the gate refuses. Then a page that cannot be read.
  site.show('approved', {
    6: keep('figure that the gate refuses', '0.0801'),
    12: keep('another figure that the gate refuses', '0.1251'),
  })
  assert.equal(await collected('approved'), 'failed rates-checked')
  site.show('approved', (response) => void response.writeHead(200).end('<p>Nothing here</p>'))
  assert.equal(await collected('approved'), 'failed rates-checked')
  await command('reviewer', 'add', 'zoe', '--name', secret('name of another reviewer'))

  for await (const entries of store.storedEntries(0))
    for (const { kind, body, position: one } of entries)
      if (isPrivateKind(kind) && body !== null)
        keep(`salt of position ${one}`, (JSON.parse(body) as { salt: string }).salt)
  const entries = await collector.entries()
  return { book, folder, store, entries, secrets, publicTexts }
}
