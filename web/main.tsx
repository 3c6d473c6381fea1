import { render } from 'preact'
import { PageApp } from './app/app.tsx'
import { languageOf } from './app/language.ts'
import { loadMessages } from './messages/messages.ts'
import { replaceWholeElements } from './app/whole-elements.ts'

const root = document.querySelector('#page')
/** What the server wrote into the document. */
const detail = (name: string): string =>
  document.querySelector(`meta[name=${name}]`)?.getAttribute('content') ?? ''
const language = languageOf(new URLSearchParams(location.search), navigator.languages)

/** Not awaited at the top level: the chunk of a language imports the chunk of this module, which would wait for itself. */
async function start(root: Element): Promise<void> {
  const messages = await loadMessages(language)
  document.documentElement.lang = language
  root.replaceChildren()
  replaceWholeElements()
  render(
    <PageApp
      now={() => new Date()}
      base={new URL(document.baseURI).pathname}
      sampleEnd={detail('sample')}
      timeZone={detail('time-zone')}
      language={language}
      messages={messages}
    />,
    root,
  )
}

if (root !== null) void start(root)
