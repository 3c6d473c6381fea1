import type { ComponentChildren } from 'preact'

type ScrollRegionProps = {
  /** What the region holds, for screen readers. */
  readonly label: string
  readonly children: ComponentChildren
}

/** A region that scrolls sideways where it is wider than the page. It takes the focus so that the keyboard can scroll it. */
export function ScrollRegion({ label, children }: ScrollRegionProps) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={label}>
      {children}
    </div>
  )
}
