import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { digestOf, run } from '../../support/cli.ts'
import { copyOf, makeSampleBook, sharedBook } from '../../support/sample-book.ts'
import { makeSmallBook, offerOf, sheetOf, writeHere } from '../../support/small-book.ts'

const small = sharedBook(makeSmallBook)
const sample = sharedBook(makeSampleBook)

test('offers --csv prints one sheet for each reading, complete only if it has all offers of the institution', async (t) => {
  const cwd = dirname(copyOf(t, small()))
  const days = { tenure_months: undefined, tenure_days: 100 }
  const alpha = sheetOf({
    complete: false,
    offers: [offerOf({ ...days, product: '+Plus, "Gold"', aer: '8.77', min_deposit: '5000.00' })],
  })
  const beta = { institution_id: 'beta-finance', source_url: 'https://beta.example/' }
  const files = [
    writeHere(cwd, 'alpha.json', alpha),
    writeHere(cwd, 'beta.json', sheetOf({ ...beta, offers: [offerOf()] })),
  ]
  const entered = await run(['publish', ...files, '--at', '2026-06-02T06:00:00Z'], { cwd })
  assert.equal(entered.code, 0, entered.stderr)
  const { code, stdout, stderr } = await run(['offers', '--csv'], { cwd })
  assert.deepEqual([code, stderr], [0, ''])
  const url = 'alpha-bank,https://alpha-bank.example/rates'
  assert.deepEqual(stdout.split('\r\n'), [
    'institution_id,source_url,scraped_at,currency,complete,product_variant,tenure_months,tenure_days,tenure_to_months,tenure_to_days,payout_type,rate_pa,aer,min_deposit,product',
    `${url},2026-06-01T00:00:00Z,LKR,false,general,6,,,,maturity,7.00,,,`,
    `${url},2026-06-01T00:00:00Z,LKR,false,general,12,,,,maturity,8.00,,,`,
    `${url},2026-06-02T00:00:00Z,LKR,false,general,,100,,,maturity,8.50,8.77,5000.00,"'+Plus, ""Gold"""`,
    'beta-finance,https://beta.example/,2026-06-02T00:00:00Z,LKR,true,general,12,,,,maturity,8.50,,,',
    '',
  ])
  const some = await run(['offers', '--csv', '--variant', 'women'], { cwd })
  assert.equal(some.stdout.split('\r\n').length, 2)
  const six = await run(['offers', '--csv', '--tenure-months', '6'], { cwd })
  assert.match(six.stdout, /,false,general,6,.*\r\n$/)
})

test('offers --csv of the samples: publishing it again changes nothing', async (t) => {
  const book = copyOf(t, sample())
  const cwd = dirname(book)
  const before = digestOf(book)
  const { stdout } = await run(['offers', '--csv'], { cwd })
  writeFileSync(join(cwd, 'offers.csv'), stdout)
  const again = await run(['publish', 'offers.csv'], { cwd })
  assert.equal(again.code, 0, again.stderr)
  assert.match(again.stdout, /\n0 published, 19 unchanged, 0 refused\n$/)
  assert.equal(digestOf(book), before)
})

test('offers --csv with --deposit or --json is a usage error', async (t) => {
  const cwd = dirname(copyOf(t, small()))
  const deposit = await run(['offers', '--csv', '--deposit', '5000'], { cwd })
  assert.deepEqual([deposit.code, deposit.stdout], [64, ''])
  assert.match(deposit.stderr, /--csv without --deposit: .* lists all their minimum deposits\./)
  const json = await run(['offers', '--csv', '--json'], { cwd })
  assert.deepEqual([json.code, json.stdout], [64, ''])
  assert.match(json.stderr, /Give --csv or --json, not both\./)
})
