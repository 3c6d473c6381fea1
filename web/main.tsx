import { render } from 'preact'
import { createPageClient } from './api.ts'
import { PageApp } from './app.tsx'

const root = document.querySelector('#page')
const isSample = document.querySelector('meta[name=sample]')?.getAttribute('content') === 'yes'

if (root !== null) {
  root.replaceChildren()
  render(
    <PageApp
      client={createPageClient(document.baseURI)}
      now={() => new Date()}
      base={new URL(document.baseURI).pathname}
      isSample={isSample}
    />,
    root,
  )
}
