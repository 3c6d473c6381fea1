import { ViewHeader } from '../parts/view-header.tsx'
import { EmptyState } from '../parts/states.tsx'
import { Link } from '../router.tsx'

export function NotFoundView() {
  return (
    <>
      <ViewHeader heading="There is nothing at this address" title="Nothing here" />
      <EmptyState title="The address may have been mistyped, or belong to another version of the page.">
        <Link to="">Begin with the market</Link>, or choose a section above.
      </EmptyState>
    </>
  )
}
