import { useEffect, useRef, useState } from 'preact/hooks'
import { hostOf } from '../../src/domain/institution.ts'
import { placeOf } from '../messages/dates.ts'
import { siteName, useApp } from './app-context.ts'
import { Link } from './router.tsx'
import { pathWith, sections, withoutEmbed } from './routes.ts'

export function Masthead() {
  const { base, route, isSample, settings, language, messages } = useApp()
  const { page } = messages
  const missing = settings.languages.find(({ tag }) => tag === language)?.missing ?? 0
  // One institution belongs to the section of all institutions.
  const shown = route.view === 'institution' ? 'institutions' : route.view
  const nav = useRef<HTMLElement>(null)
  // In a narrow window the sections scroll sideways, and the current one must be visible.
  useEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>('[aria-current]')
    if (current) nav.current?.scrollTo({ left: current.offsetLeft - 48 })
  }, [route.view])
  return (
    <>
      <a class="skip" href="#main" onClick={skipToMain}>
        {page.skip}
      </a>
      <header class="masthead">
        <Link to="" class="wordmark">
          {settings.operator.logo !== undefined && <img src={`${base}logo`} alt="" />}
          {siteName(settings)}
        </Link>
        <nav ref={nav} aria-label={page.sections}>
          {sections.map(([path, view]) => (
            <Link key={path} to={path} isCurrent={view === shown}>
              {page.sectionNames[view]}
            </Link>
          ))}
        </nav>
        <Languages />
        {isSample && <SampleNotice />}
        {page.unreviewed !== '' && <p class="sample">{page.unreviewed}</p>}
        {missing > 0 && <p class="sample">{page.untranslated({ count: missing })}</p>}
      </header>
    </>
  )
}

function SampleNotice() {
  const { knownAt, isSampleEnd, messages } = useApp()
  const { page, words } = messages
  return (
    <p class="sample">
      <strong>
        {isSampleEnd ? page.sampleAsOf({ day: words.day(knownAt) }) : page.sampleTitle}
      </strong>
    </p>
  )
}

/** Links to the same view in the other languages. They load the page again, with the sentences and fonts of the language. */
function Languages() {
  const { base, route, settings, language, messages } = useApp()
  if (settings.languages.length < 2) return null
  return (
    <ul class="languages" aria-label={messages.page.language}>
      {settings.languages.map(({ tag, name, direction }) => (
        <li key={tag}>
          <a
            href={base + pathWith(route.path, route.query, { lang: tag })}
            lang={tag}
            dir={direction}
            hreflang={tag}
            translate={false}
            aria-current={tag === language ? 'true' : undefined}
          >
            {name}
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
  const { now, base, route, asOf, isSample, settings, timeZone, messages } = useApp()
  const { page, words } = messages
  const [printedAt, setPrintedAt] = useState(() => now().getTime())
  useEffect(() => {
    const update = (): void => setPrintedAt(now().getTime())
    addEventListener('beforeprint', update)
    return () => removeEventListener('beforeprint', update)
  }, [])
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
            {page.openHere({ site: siteName(settings) })}
          </a>
        </p>
      </footer>
    )
  }
  const place = placeOf(timeZone)
  return (
    <footer class="foot">
      <p>{page.tagline}</p>
      <p>{page.advice}</p>
      {place !== 'UTC' && <p>{page.days({ place })}</p>}
      <p>{page.origin({ api: (text) => <a href={`${base}docs`}>{text}</a> })}</p>
      <OperatorLines />
      {asOf !== undefined && (
        <p class="print-only">
          {page.printedFrom({
            address: address.href,
            day: words.day(printedAt),
            time: words.time(asOf.at, timeZone),
          })}
        </p>
      )}
    </footer>
  )
}

/** The operator of the page, the licence of its data, its releases, its imprint and its contact; nothing if they are not set. */
function OperatorLines() {
  const { settings, messages } = useApp()
  const { page } = messages
  const { name, website, imprint, licence, contact, releases } = settings.operator
  const link = (address: string, text: string) => <a href={address}>{text}</a>
  const runner = name ?? (website && hostOf(website))
  return (
    <>
      {runner !== undefined && (
        <p>{page.operator({ operator: website === undefined ? runner : link(website, runner) })}</p>
      )}
      {licence !== undefined && <p>{page.licence({ licence: link(licence.url, licence.name) })}</p>}
      {releases !== undefined && <p>{link(releases, page.releases)}</p>}
      {imprint !== undefined && <p>{isAddress(imprint) ? link(imprint, page.imprint) : imprint}</p>}
      {contact !== undefined && (
        <p>
          {page.contact({
            contact: isAddress(contact)
              ? link(contact, hostOf(contact))
              : link(`mailto:${contact}`, contact),
          })}
        </p>
      )}
    </>
  )
}

/** Whether a setting is an https address, and not a text or an e-mail address. */
function isAddress(text: string): boolean {
  return /^https:\/\//i.test(text)
}
