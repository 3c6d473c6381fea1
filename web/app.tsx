import { useEffect, useErrorBoundary, useRef } from 'preact/hooks'
import type { ComponentChildren } from 'preact'
import type { View } from './address.ts'
import type { Api } from './api.ts'
import { Page } from './page-context.ts'
import { Link, useAddress } from './router.tsx'
import { useScroll } from './use-scroll.ts'
import { ChangesView } from './views/changes.tsx'
import { DepositView } from './views/deposit.tsx'
import { InstitutionView } from './views/institution.tsx'
import { InstitutionsView } from './views/institutions.tsx'
import { MarketView } from './views/market.tsx'
import { NowhereView } from './views/nowhere.tsx'
import { SourcesView } from './views/sources.tsx'

type AppProps = {
  readonly api: Api
  readonly base: string
  readonly isSample: boolean
}

const views: Readonly<Record<View, () => ComponentChildren>> = {
  market: MarketView,
  deposit: DepositView,
  institutions: InstitutionsView,
  institution: InstitutionView,
  changes: ChangesView,
  sources: SourcesView,
  nowhere: NowhereView,
}

/** The page: its head, the view that the address shows, and what must be said below. */
export function App({ api, base, isSample }: AppProps) {
  const { place, go } = useAddress(base)
  useScroll()
  const name = `${place.view} ${place.id}`
  const shown = useRef(name)
  useEffect(() => {
    if (shown.current === name) return
    shown.current = name
    // Whoever does not see the page hears what it shows now.
    document.querySelector('h1')?.focus({ preventScroll: true })
  }, [name])
  const View = views[place.view]
  return (
    <Page.Provider value={{ api, base, place, go }}>
      <a class="skip" href="#main" onClick={skip}>
        To the figures
      </a>
      <Masthead view={place.view} isSample={isSample} />
      <main id="main" tabIndex={-1}>
        <Unbroken key={name} address={place.query.toString()}>
          <View />
        </Unbroken>
      </main>
      <footer class="foot">
        <p>
          Rates are information, not advice: they may change without notice. Ask the institution
          before you decide.
        </p>
        <p>
          Every figure comes from the <a href={`${base}docs`}>open API</a> of this server, in which
          decimals are exact and each rate names its source.
        </p>
      </footer>
    </Page.Provider>
  )
}

/** <base> would make an ordinary link to a place on this page one to the first view. */
function skip(event: Event): void {
  event.preventDefault()
  document.querySelector<HTMLElement>('#main')?.focus()
}

const sections = [
  ['', 'Market', ['market']],
  ['deposit', 'What do I get', ['deposit']],
  ['institution', 'Institutions', ['institutions', 'institution']],
  ['changes', 'Changes', ['changes']],
  ['sources', 'Sources', ['sources']],
] as const

function Masthead({ view, isSample }: { readonly view: View; readonly isSample: boolean }) {
  return (
    <header class="masthead">
      <div class="name">
        <Link to="" class="wordmark">
          Ratebook
        </Link>
        <p>The open rate book for fixed deposits</p>
      </div>
      <nav aria-label="Sections">
        {sections.map(([to, label, own]) => (
          <Link key={to} to={to} isCurrent={own.some((one) => one === view)}>
            {label}
          </Link>
        ))}
      </nav>
      {isSample && (
        <p class="sample">
          <strong>Sample data, not current rates.</strong> This market was built from dated rate
          sheets to show how the page works.
        </p>
      )}
    </header>
  )
}

type UnbrokenProps = { readonly address: string; readonly children: ComponentChildren }

/** A view that fails says so, and what helps. */
function Unbroken({ address, children }: UnbrokenProps) {
  const [error, forget] = useErrorBoundary() as [unknown, () => void]
  // What fails with some filters may be fine with others.
  useEffect(forget, [address])
  if (error === undefined) return <>{children}</>
  return (
    <div class="trouble" role="alert">
      <p>
        <strong>This view cannot be shown.</strong> Reload the page: this copy may be older than the
        server it talks to.
      </p>
      <p>
        <button type="button" onClick={() => location.reload()}>
          Reload
        </button>
      </p>
    </div>
  )
}
