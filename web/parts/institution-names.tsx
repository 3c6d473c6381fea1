import { institutionAddress } from '../address.ts'
import type { Institution } from '../api.ts'
import { Link } from '../router.tsx'

/** Some institutions by name, each the way to its view. */
export function InstitutionNames({ of }: { readonly of: readonly Institution[] }) {
  return (
    <ul class="names">
      {of
        .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
        .map(({ id, name }) => (
          <li key={id}>
            <Link to={institutionAddress(id)}>{name}</Link>
          </li>
        ))}
    </ul>
  )
}
