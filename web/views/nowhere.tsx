import { Headline } from '../parts/headline.tsx'
import { Empty } from '../parts/states.tsx'
import { Link } from '../router.tsx'

/** An address that this version of the page does not have. */
export function NowhereView() {
  return (
    <>
      <Headline says="There is nothing at this address" title="Nothing here" />
      <Empty title="The address may have been mistyped, or belong to another version of the page.">
        <Link to="">Begin with the market</Link>, or choose a section above.
      </Empty>
    </>
  )
}
