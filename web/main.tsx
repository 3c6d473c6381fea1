import { render } from 'preact'
import { createApi } from './api.ts'
import { App } from './app.tsx'

const page = document.querySelector('#page')
const isSample = document.querySelector('meta[name=sample]')?.getAttribute('content') === 'yes'

if (page !== null) {
  page.replaceChildren()
  render(
    <App
      api={createApi(document.baseURI)}
      base={new URL(document.baseURI).pathname}
      isSample={isSample}
    />,
    page,
  )
}
