import { useMessages } from '../app/app-context.ts'
import { EmptyState } from '../parts/states.tsx'
import { ViewHeader } from '../parts/view-header.tsx'
import { Link } from '../app/router.tsx'

export function NotFoundView() {
  const { page } = useMessages()
  return (
    <>
      <ViewHeader heading={page.notFoundHeading} title={page.notFoundHeading} />
      <EmptyState title={page.notFoundTitle}>
        {page.notFoundAdvice({ market: (text) => <Link to="">{text}</Link> })}
      </EmptyState>
    </>
  )
}
