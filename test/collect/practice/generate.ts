import { faults, type FaultName } from './faults.ts'
import { spread } from './faults/fault.ts'
import type { Layout, PracticeBody } from './layout.ts'
import type { PracticePage } from './practice-page.ts'
import { firstPage, secondPage } from './source-text.ts'

/** The bodies of the pages of a layout, in the order of its source definition: without a fault, or for another content. */
export function writtenPages(
  layout: Layout,
  page: PracticePage = layout.page,
): readonly PracticeBody[] {
  return withComparedPage(layout, layout.write(page))
}

/** The faulty versions of the pages of a layout, or why the fault cannot exist there. The second page has no fault. */
export function faultyPages(
  layout: Layout,
  name: FaultName,
): readonly (readonly PracticeBody[])[] | { readonly impossible: string } {
  const impossible = layout.impossible?.[name]
  if (impossible !== undefined) return { impossible }
  const made = faults[name](layout)
  if ('impossible' in made) return made
  const [clean] = writtenPages(layout)
  const bodies = made
    .map((faulty) =>
      withComparedPage(layout, 'body' in faulty ? faulty.body : layout.write(faulty.page)),
    )
    // A fault that the layout does not print, such as another name of the currency, makes no faulty page.
    .filter(
      ([first]) => clean === undefined || first === undefined || !isSame(clean.body, first.body),
    )
  if (bodies.length === 0 && layout.hasNoFigures === true)
    return { impossible: 'the page shows no figures' }
  if (bodies.length === 0) throw new Error(`${layout.id}: ${name} changes nothing on the page.`)
  return layout.fewVersions === true ? spread(bodies, 2) : bodies
}

function withComparedPage(layout: Layout, first: string | Uint8Array): readonly PracticeBody[] {
  const { format, comparedPage, page } = layout
  const bodies = [{ name: firstPage, format, body: bytes(first) }]
  if (comparedPage === undefined) return bodies
  return [
    ...bodies,
    { name: secondPage, format: comparedPage.format, body: bytes(comparedPage.write(page)) },
  ]
}

function bytes(body: string | Uint8Array): Uint8Array {
  return typeof body === 'string' ? Buffer.from(body, 'utf8') : body
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0
}
