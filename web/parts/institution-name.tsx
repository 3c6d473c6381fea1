import { Link } from '../app/router.tsx'
import { institutionPath } from '../app/routes.ts'

type InstitutionNameProps = { readonly id: string; readonly name: string }

/** The name of an institution, which leads to its view. Of a very long name, the first two lines are shown. */
export function InstitutionName({ id, name }: InstitutionNameProps) {
  return (
    <span class="institution-name" title={name} translate={false}>
      <Link to={institutionPath(id)}>{name}</Link>
    </span>
  )
}
