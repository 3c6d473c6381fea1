import { useApp } from './app-context.ts'
import type { Language } from './language.ts'
import { Link } from './router.tsx'
import { pathWith, withoutEmbed, type ViewName } from './routes.ts'

/** The sections of the page: path, name in the catalogue of messages, and the views that belong to it. */
const sections = [
  ['', 'market', ['market']],
  ['deposit', 'deposit', ['deposit']],
  ['matrix', 'matrix', ['matrix']],
  ['comparison', 'comparison', ['comparison']],
  ['institution', 'institutions', ['institutions', 'institution']],
  ['changes', 'changes', ['changes']],
  ['correction', 'corrections', ['corrections']],
  ['source', 'sources', ['sources']],
] as const satisfies readonly (readonly [string, string, readonly ViewName[]])[]

export function Masthead() {
  const { route, isSample, messages } = useApp()
  const { page } = messages
  return (
    <>
      <a class="skip" href="#main" onClick={skipToMain}>
        {page.skip}
      </a>
      <header class="masthead">
        <div class="name">
          <Link to="" class="wordmark">
            Ratebook
          </Link>
          <p>{page.tagline}</p>
          <Languages />
        </div>
        <nav aria-label={page.sections}>
          {sections.map(([path, name, viewsOfSection]) => (
            <Link key={path} to={path} isCurrent={viewsOfSection.some((one) => one === route.view)}>
              {page.sectionNames[name]}
            </Link>
          ))}
        </nav>
        {isSample && <SampleNotice />}
        {page.unreviewed !== '' && <p class="sample">{page.unreviewed}</p>}
      </header>
    </>
  )
}

function SampleNotice() {
  const { page } = useApp().messages
  return (
    <p class="sample">
      <strong>{page.sampleTitle}</strong> {page.sampleText}
    </p>
  )
}

/** Links to the same view in the other languages. They load the page again, with the sentences and fonts of the language. */
function Languages() {
  const { base, route, language, messages } = useApp()
  const { language: label, languageNames } = messages.page
  return (
    <ul class="languages" aria-label={label}>
      {(Object.keys(languageNames) as Language[]).map((one) => (
        <li key={one}>
          <a
            href={base + pathWith(route.path, route.query, { lang: one === 'en' ? '' : one })}
            hreflang={one}
            aria-current={one === language ? 'true' : undefined}
          >
            {languageNames[one]}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Replaces the browser's own jump: because of `<base>`, the link `#main` would load the first view. */
function skipToMain(event: Event): void {
  event.preventDefault()
  document.querySelector<HTMLElement>('#main')?.focus()
}

export function Footer() {
  const { base, route, asOf, isSample, timeZone, messages } = useApp()
  const { page, words } = messages
  const address = new URL(
    base + pathWith(withoutEmbed(route.path), route.query, { part: '' }),
    location.href,
  )
  if (route.isEmbedded) {
    return (
      <footer class="foot">
        {isSample && <SampleNotice />}
        <p>
          <a href={address.href} target="_blank">
            {page.openHere}
          </a>
        </p>
      </footer>
    )
  }
  return (
    <footer class="foot">
      <p>{page.advice}</p>
      <p>
        {page.origin((text) => (
          <a href={`${base}docs`}>{text}</a>
        ))}
      </p>
      {asOf !== undefined && (
        <p class="print-only">{page.printedFrom(address.href, words.time(asOf.at, timeZone))}</p>
      )}
    </footer>
  )
}
