import { render } from 'preact'
import { PageApp } from './app/app.tsx'
import { languageOf } from './app/language.ts'
import { loadMessages } from './messages/messages.ts'
import { showUntranslated } from './messages/untranslated.ts'
import { noPageSettings, type PageSettings } from '../src/domain/book-settings.ts'
import { replaceWholeElements } from './app/whole-elements.ts'

const root = document.querySelector('#page')
/** What the server wrote into the document. */
const detail = (name: string): string =>
  document.querySelector(`meta[name=${name}]`)?.getAttribute('content') ?? ''
const settings = JSON.parse(detail('settings') || '{}') as Partial<PageSettings>

async function start(root: Element): Promise<void> {
  const known = { ...noPageSettings, ...settings }
  const language = languageOf(
    new URLSearchParams(location.search),
    navigator.languages,
    known.languages,
  )
  const messages = await loadMessages(language, known)
  document.documentElement.lang = language
  document.documentElement.dir =
    known.languages.find(({ tag }) => tag === language)?.direction ?? 'ltr'
  root.replaceChildren()
  replaceWholeElements()
  showUntranslated()
  render(
    <PageApp
      now={() => new Date()}
      base={new URL(document.baseURI).pathname}
      sampleEnd={detail('sample')}
      settings={known}
      language={language}
      messages={messages}
    />,
    root,
  )
}

if (root !== null) void start(root)
