import { render } from 'preact'
import {
  noPageSettings,
  type PageLanguage,
  type PageSettings,
} from '../src/domain/book-settings.ts'
import { PageApp } from './app/app.tsx'
import { replaceWholeElements } from './app/whole-elements.ts'
import { loadMessages } from './messages/messages.ts'
import { showUntranslated } from './messages/untranslated.ts'

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

/**
 * The language that an address asks for with `lang`, or else the first of the reader's languages that the page has; without
 * one, the first of the page.
 */
export function languageOf(
  query: URLSearchParams,
  preferred: readonly string[],
  languages: readonly PageLanguage[],
): string {
  const tags = languages.map(({ tag }) => tag)
  const wanted = [query.get('lang') ?? '', ...preferred.flatMap((tag) => [tag, tag.split('-')[0]])]
  return wanted.flatMap((name) => tags.find((tag) => tag === name) ?? [])[0] ?? tags[0] ?? 'en'
}
