import assert from 'node:assert/strict'
import { makeCollectedBook } from '../support/collected-book.ts'
import { checkLayouts } from './check-layouts.ts'
import { pageTest as test, show } from './open-page.ts'
import { sharedServer } from './shared-server.ts'

const server = sharedServer(makeCollectedBook)

test('sources: how the last reading of each institution ended, at two widths, and no held figure', async (page) => {
  await show(page, `${server()}/source`)
  await checkLayouts(page, async (where) => {
    const rows = await page.locator('.sources tbody tr').allInnerTexts()
    const readings: Readonly<Record<string, string>> = Object.fromEntries(
      rows.map((row) => [/^The \w+/.exec(row)?.[0] ?? '', row.replaceAll(/\s+/g, ' ')]),
    )
    assert.match(
      readings['The alpha'] ?? '',
      /Read again, unchanged 3 Jun 2026 next 4 Jun 2026/,
      where,
    )
    assert.match(readings['The beta'] ?? '', /New rates wait for a person 3 Jun 2026/, where)
    assert.match(readings['The gamma'] ?? '', /Could not be read 3 Jun 2026/, where)
    assert.match(readings['The hand'] ?? '', /Entered by hand/, where)
    assert.match(await page.innerText('h1'), /; new rates of 1 wait for a person$/)
    assert.doesNotMatch(await page.innerText('body'), /77\.7|88\.8/)
  })
})

test('sources: what became of held rates is said, and rejected only of rejected ones', async (page) => {
  const sentences = {
    '"approved"': 'New rates were approved 3 Jun 2026',
    '"edited"': 'New rates were approved after an edit',
    '"rejected"': 'New rates were rejected',
    '"overtaken"': 'Other rates were published before a decision',
    '"retracted"': 'New rates were approved, and retracted later',
    // A mirror does not know it.
    null: 'New rates were read and held 3 Jun 2026',
  }
  for (const [state, sentence] of Object.entries(sentences)) {
    await page.route('**/sources', async (route) => {
      const response = await route.fetch()
      const text = (await response.text()).replace(
        '"is_held":true,"held_state":"waiting"',
        `"is_held":${state === 'null' ? 'null' : 'false'},"held_state":${state}`,
      )
      await route.fulfill({ response, body: text })
    })
    await show(page, `${server()}/source`)
    const row = await page.locator('.sources tbody tr', { hasText: 'The beta' }).innerText()
    assert.ok(row.replaceAll(/\s+/g, ' ').includes(sentence), row)
    await page.unroute('**/sources')
  }
})

test('the filter by type counts and lists only institutions of the type', async (page) => {
  await show(page, `${server()}/source`)
  const count = (): Promise<number> => page.locator('.sources tbody tr').count()
  const all = await count()
  await page.getByLabel('Institutions', { exact: true }).selectOption('nbfi')
  await page.waitForURL('**/source?type=nbfi')
  const ofType = await count()
  await page.getByLabel('Institutions', { exact: true }).selectOption('bank')
  await page.waitForURL('**/source?type=bank')
  assert.equal((await count()) + ofType, all)
})

test('of a type without a sheet, the heading says so of the type', async (page) => {
  await page.route('**/freshness', (route) =>
    route.fulfill({ json: [], headers: { 'ratebook-position': '1' } }),
  )
  await show(page, `${server()}/source?type=bank`)
  assert.match(await page.innerText('h1'), /^Banks: no rates now/)
})
