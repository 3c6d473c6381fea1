import { render } from 'preact'
import { PageApp } from './app.tsx'
import { languageOf, loadMessages } from './language.ts'

const root = document.querySelector('#page')
const isSample = document.querySelector('meta[name=sample]')?.getAttribute('content') === 'yes'
const language = languageOf(new URLSearchParams(location.search))

/** Not awaited at the top level: the chunk of a language imports the chunk of this module, which would wait for itself. */
async function start(root: Element): Promise<void> {
  const messages = await loadMessages(language)
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

if (root !== null) void start(root)
