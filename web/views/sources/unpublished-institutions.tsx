import { useMessages } from '../../app/app-context.ts'
import { useGrowingRows, TableHead } from '../../parts/tables.tsx'
import { InstitutionNames } from '../../parts/institution-names.tsx'
import { Link } from '../../app/router.tsx'
import { institutionPath } from '../../app/routes.ts'
import { CollectionState, type SourcesData } from './freshness-table.tsx'

type UnpublishedProps = Pick<SourcesData, 'institutions' | 'sources'>

/** The tracked institutions of which no rate sheet counts: none was published, or all were retracted. */
export function UnpublishedInstitutions({ institutions, sources }: UnpublishedProps) {
  const { sources: texts } = useMessages()
  const unread = institutions
    .filter(({ id }) => !sources.has(id))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
  const { shown, more } = useGrowingRows(unread)
  return (
    <section>
      <h2>{texts.unpublished}</h2>
      <p>{texts.unpublishedCount({ count: institutions.length })}</p>
      {unread.length > 0 && <InstitutionNames institutions={shown} />}
      {more}
      <CollectedTable
        institutions={institutions.filter(({ id }) => sources.has(id))}
        sources={sources}
      />
    </section>
  )
}

/** The institutions whose pages are read automatically, but without a rate sheet that counts. */
function CollectedTable({ institutions, sources }: UnpublishedProps) {
  const { sources: texts } = useMessages()
  const { shown, more } = useGrowingRows(institutions)
  if (institutions.length === 0) return null
  return (
    <>
      <table class="sources">
        <caption class="visually-hidden">{texts.unpublishedCaption}</caption>
        <TableHead heads={[[texts.head.institution], [texts.head.lastReading]]} />
        <tbody>
          {shown.map(({ id, name }) => (
            <tr key={id}>
              <th scope="row">
                <Link to={institutionPath(id)}>{name}</Link>
              </th>
              <td>
                <CollectionState source={sources.get(id)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {more}
    </>
  )
}
