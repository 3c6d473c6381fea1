import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { clockEnvironment } from '../support/clock-environment.ts'
import { freePort } from '../support/free-port.ts'
import { followGuide, readGuide, type GuideHome } from '../support/guide.ts'
import { install, pack } from '../support/packed.ts'

const folder = mkdtempSync(join(tmpdir(), 'ratebook-new-country-'))
const app = join(folder, 'app')
/** An ordinary user: root becomes `nobody`. */
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

before(async () => {
  await install(await pack(folder), app)
  chmodSync(folder, 0o755)
})
after(() => {
  rmSync(folder, { recursive: true })
})

/** An empty home folder, and a shell in it that inherits nothing: a container in all but the kernel's name for it. */
async function newHome(name: string): Promise<GuideHome> {
  const home = join(folder, name)
  mkdirSync(home)
  if (user.uid !== undefined) chownSync(home, user.uid, user.gid)
  const port = await freePort()
  const PATH = `${join(app, 'node_modules/.bin')}:${dirname(process.execPath)}:/usr/bin:/bin`
  const env = {
    ...clockEnvironment,
    PATH,
    HOME: home,
    RATEBOOK_PORT: `${port}`,
    RATEBOOK_DRAIN: '0',
  }
  return { port, bash: (script) => spawn('bash', ['-c', script], { cwd: home, env, ...user }) }
}

test('an ordinary user follows the guide with the packed package: a KES book from CSV to page', async (t) => {
  const home = await newHome('kenya')
  const { printed } = await followGuide(t, home, readGuide(home.port))
  assert.match(printed, /"rate_pa":"10\.500"/)
  assert.match(printed, /"currency":"KES"/)
  const page = await fetch(`http://127.0.0.1:${home.port}/`)
  assert.match(await page.text(), /<title>[^<]*Rates of Kenya|<script type="module"/)
})

test('the same with a VND book from JSON', async (t) => {
  const home = await newHome('vietnam')
  const sheet = {
    institution_id: 'example-bank',
    source_url: 'https://example-bank.example/rates',
    scraped_at: '2026-06-01T06:00:00Z',
    currency: 'VND',
    offers: [
      {
        product_variant: 'general',
        tenure_months: '12',
        tenure_to_months: '13',
        payout_type: 'maturity',
        rate_pa: '5.20',
        min_deposit: '1000000',
      },
    ],
  }
  writeFileSync(join(folder, 'sheet.json'), JSON.stringify(sheet))
  const flags = '--operator "Lãi suất" --contact rates@example.org --insurance 125000000'
  const { printed } = await followGuide(t, home, {
    before: `set -e
ratebook init book --country VN --currency VND ${flags}
cd book
ratebook register institutions.json
ratebook publish ${join(folder, 'sheet.json')}`,
    serve: 'cd book; exec ratebook serve',
    after: `curl -fs 'http://127.0.0.1:${home.port}/compare?tenure_months=13'; curl -fs http://127.0.0.1:${home.port}/about`,
  })
  assert.match(printed, /"rate_pa":"5\.200"/)
  assert.match(printed, /"currency":"VND"/)
  assert.match(printed, /"time_zone":"Asia\/Saigon"/)
})
