import { useMessages } from '../../app/app-context.ts'
import { useSetFilter } from '../../parts/filter-bar.tsx'
import { Link } from '../../app/router.tsx'
import { mostCompared } from '../../rates/compared-institutions.ts'

/** The number of chosen institutions, and the link to their comparison. It keeps its place, so that the table does not jump. */
export function ChosenInstitutions({ chosen }: { readonly chosen: readonly string[] }) {
  const { matrix } = useMessages()
  const set = useSetFilter()
  return (
    <p class="chosen" role="status">
      {chosen.length === 0 ? (
        <span>{matrix.chooseHeading}</span>
      ) : (
        <>
          <span>
            {matrix.chosen({ count: chosen.length })}{' '}
            {chosen.length === mostCompared && matrix.mostChosen}
          </span>{' '}
          <Link to="comparison">{matrix.compareThem}</Link>{' '}
          <button type="button" class="quiet" onClick={() => set('institutions', '')}>
            {matrix.chooseNone}
          </button>
        </>
      )}
    </p>
  )
}
