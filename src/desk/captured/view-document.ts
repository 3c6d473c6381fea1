import { html } from '../html.ts'

/** The headers of everything that comes from captured pages: it cannot run, load, send, or be framed by others. */
export const viewHeaders = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
  'x-frame-options': 'SAMEORIGIN',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
} as const

const style = `:root{color-scheme:light;background:#fff;color:#111;font:16px/1.4 sans-serif}
body{margin:1rem;overflow-wrap:anywhere}
table{border-collapse:collapse;margin:.5rem 0}
td,th{overflow-wrap:break-word;border:1px solid #bbb;padding:.2rem .5rem;text-align:left;vertical-align:top}
mark{background:#ffd54a;outline:3px solid #b26a00;color:#000;scroll-margin:8rem}
pre{white-space:pre-wrap;font:14px/1.45 monospace}
.note{padding:.3rem .6rem;background:#eee;color:#333}
.page{position:relative;margin:0 0 1rem;border:1px solid #bbb;overflow:hidden}
.page span{position:absolute;white-space:pre;line-height:1}`

/** The document around the view of a captured page. The view comes from the cage and has no markup of the page but lists of plain elements. */
export function viewDocument(view: string): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>Captured page</title>
        <style>
          ${{ html: style }}
        </style>
      </head>
      <body>
        ${{ html: view }}
      </body>
    </html> `.html
}
