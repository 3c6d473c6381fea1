import { render } from 'preact'
import { PageApp } from './app.tsx'
import { languageOf, loadMessages } from './language.ts'

const root = document.querySelector('#page')
const isSample = document.querySelector('meta[name=sample]')?.getAttribute('content') === 'yes'
const language = languageOf(new URLSearchParams(location.search))
const messages = await loadMessages(language)

if (root !== null) {
  document.documentElement.lang = language
  root.replaceChildren()
  render(
    <PageApp
      now={() => new Date()}
      base={new URL(document.baseURI).pathname}
      isSample={isSample}
      language={language}
      messages={messages}
    />,
    root,
  )
}
