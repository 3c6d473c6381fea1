import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { viewPaths } from '../../src/serve/http/web-page.ts'
import { findFirefox } from '../page/browser.ts'
import { sharedMarket } from '../page/shared-market.ts'
import { openBook } from '../support/book.ts'
import { until } from '../support/cli.ts'
import { correctedSampleEntries, marketOf } from '../support/sample-market.ts'
import { startFirefox, type Firefox } from './firefox.ts'

const program = findFirefox()
// Without Firefox, this file has no tests: Chromium runs the same views.
if (program !== undefined) addTests(program)

function addTests(path: string): void {
  const market = marketOf(correctedSampleEntries())
  const address = sharedMarket({ ...openBook(), market: () => market }, '2026-07-10T00:00:00Z')
  const screenshots = process.env['FIREFOX_SCREENSHOTS']
  let firefox: Firefox | undefined
  let receipt = ''
  before(async () => {
    firefox = await startFirefox(path)
    const evidence = (await (await fetch(`${address()}/evidence`)).json()) as readonly {
      id: string
    }[]
    receipt = evidence[0]?.id ?? ''
  })
  after(() => firefox?.close())

  for (const [width, height] of [
    [360, 800],
    [1280, 900],
  ] as const) {
    for (const view of viewPaths) {
      test(`Firefox shows ${view} at ${width} px`, async () => {
        assert.ok(firefox)
        const { resize, open, evaluate, logged, screenshot } = firefox
        const before = logged.length
        const url = view.replace('{institution_id}', 'peoples-bank').replace('{id}', receipt)
        await resize(width, height)
        await open(address() + url)
        assert.ok(await until(async () => (await evaluate(isSettled)) === true), url)
        if (screenshots !== undefined) {
          const name = `${view.replaceAll(/\W+/g, '-')}-${width}.png`
          writeFileSync(join(screenshots, name), await screenshot())
        }
        assert.notEqual(await evaluate(`document.querySelector('main h1').innerText.trim()`), '')
        // A scroll bar takes a part of the window.
        assert.equal(await evaluate(overflow), 0)
        assert.deepEqual(logged.slice(before), [])
      })
    }
  }
}

const isSettled = `document.querySelector('main h1') !== null && document.querySelector('.skeleton, [aria-busy=true]') === null`
const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
