import assert from 'node:assert/strict'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { settled } from './open-page.ts'

/** Each width and each colour scheme once; axe takes most of the time of these tests. */
const layouts = [
  [360, 'light'],
  [1280, 'dark'],
] as const

/** Checks a view on a phone and on a desktop, one light, one dark: it fits the window, and axe finds nothing. `check` checks the rest. */
export async function checkLayouts(
  page: Page,
  check: (where: string) => Promise<void>,
): Promise<void> {
  for (const [width, colorScheme] of layouts) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    await settled(page)
    const where = `${width} px, ${colorScheme}`
    await check(where)
    assert.equal(await overflow(page), 0, `${where}: too wide`)
    await toggleChartData(page)
    assert.equal(await overflow(page), 0, `${where}: too wide with the data of the charts open`)
    assert.deepEqual(await violations(page), [], where)
    await toggleChartData(page)
  }
}

/** By how many pixels the page is wider than the window. */
export async function overflow(page: Page): Promise<unknown> {
  return page.evaluate('document.documentElement.scrollWidth - innerWidth')
}

/** Opens or closes the tables behind the charts. */
async function toggleChartData(page: Page): Promise<void> {
  await page.evaluate(`document.querySelectorAll('summary').forEach((one) => one.click())`)
  await settled(page)
}

async function violations(page: Page): Promise<readonly string[]> {
  // Compiling axe for each layout would take most of the time.
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(axe.source)
  const found = await page.evaluate(`axe.run(document, { resultTypes: ['violations'] })`)
  const { violations } = found as {
    violations: readonly {
      id: string
      nodes: readonly { html: string; failureSummary: string }[]
    }[]
  }
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
}
