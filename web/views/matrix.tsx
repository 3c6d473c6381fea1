import { useMessages } from '../app-context.ts'
import { ViewHeader } from '../parts/view-header.tsx'

export function MatrixView() {
  const { page } = useMessages()
  return <ViewHeader heading={page.sectionNames.matrix} title={page.sectionNames.matrix} />
}
