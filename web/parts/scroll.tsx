import type { ComponentChildren } from 'preact'

type ScrollProps = {
  /** What is in it, for those who do not see it. */
  readonly label: string
  readonly children: ComponentChildren
}

/** A table that scrolls sideways where it is wider than the page; by keyboard too, so it takes the focus. */
export function Scroll({ label, children }: ScrollProps) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={label}>
      {children}
    </div>
  )
}
