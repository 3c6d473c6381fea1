import { useMessages } from '../app-context.ts'
import { ViewHeader } from '../parts/view-header.tsx'

export function ComparisonView() {
  const { page } = useMessages()
  return <ViewHeader heading={page.sectionNames.comparison} title={page.sectionNames.comparison} />
}
