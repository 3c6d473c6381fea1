import type { InstitutionRow } from '../api/api.ts'
import { Link } from '../app/router.tsx'
import { institutionPath } from '../app/routes.ts'

/** A list of institutions by name, each with a link to its view. */
export function InstitutionNames({
  institutions,
}: {
  readonly institutions: readonly InstitutionRow[]
}) {
  return (
    <ul class="names">
      {institutions
        .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
        .map(({ id, name }) => (
          <li key={id} translate={false}>
            <Link to={institutionPath(id)}>{name}</Link>
          </li>
        ))}
    </ul>
  )
}

type InstitutionNameProps = { readonly id: string; readonly name: string }

/** The name of an institution, which leads to its view. Of a very long name, the first two lines are shown. */
export function InstitutionName({ id, name }: InstitutionNameProps) {
  return (
    <span class="institution-name" title={name} translate={false}>
      <Link to={institutionPath(id)}>{name}</Link>
    </span>
  )
}
