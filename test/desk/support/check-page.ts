import assert from 'node:assert/strict'
import axe from 'axe-core'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { overflow } from '../../page/check-layouts.ts'

/** A browser context in which a reviewer works. */
export async function contextOf(browser: Browser, reviewer: string): Promise<BrowserContext> {
  return browser.newContext({
    viewport: { width: 1280, height: 900 },
    extraHTTPHeaders: { 'x-reviewer': reviewer },
  })
}

type Violation = {
  readonly id: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[]
}

/** Checks a page: axe finds nothing, and the page fits windows of two widths. Of all rules, only contrast depends on the theme. */
export async function checkPage(page: Page): Promise<void> {
  await page.evaluate(axe.source)
  await checkRules(page, {})
  assert.equal(await overflow(page), 0, `${page.url()} is too wide for 1280 px`)
  await page.emulateMedia({ colorScheme: 'dark' })
  await checkRules(page, { runOnly: ['color-contrast'] })
  await page.setViewportSize({ width: 768, height: 900 })
  assert.equal(await overflow(page), 0, `${page.url()} is too wide for 768 px`)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.emulateMedia({ colorScheme: 'light' })
}

async function checkRules(page: Page, rules: object): Promise<void> {
  const options = JSON.stringify({ ...rules, resultTypes: ['violations'], iframes: false })
  const found = await page.evaluate(`axe.run(document, ${options})`)
  const { violations } = found as { readonly violations: readonly Violation[] }
  const lines = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
  assert.deepEqual(lines, [], page.url())
}
