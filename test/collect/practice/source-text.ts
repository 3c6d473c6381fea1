import type { Layout } from './layout.ts'

/** The name of the first page in the source definitions of all layouts. */
export const firstPage = 'rates'

/** The name of the page that is compared with the first one. */
export const secondPage = 'compared'

/** The source definition of a layout as YAML, for a page at `url`; a compared page is named `compared`. */
export function sourceText(layout: Layout, url: string): string {
  const { institutionId, format, page, source, pageOptions, mustContain, comparedPage } = layout
  const needed =
    mustContain === undefined ? '' : `    must_contain: ${JSON.stringify(mustContain)}\n`
  const second =
    comparedPage === undefined
      ? ''
      : `  - name: ${secondPage}\n    url: ${url}-${secondPage}\n    format: ${comparedPage.format}\n${indented(comparedPage.pageOptions)}`
  return `institution: ${institutionId}
currency: ${page.currency}
timezone: Asia/Colombo
schedule: "0 9 * * *"
verified_live: false
pages:
  - name: ${firstPage}
    url: ${url}
    format: ${format}
${needed}${indented(pageOptions)}${second}${source}`
}

/** Lines of a page, indented to stand in the list of pages. */
function indented(lines = ''): string {
  return lines.replace(/^(?=.)/gm, '    ')
}
