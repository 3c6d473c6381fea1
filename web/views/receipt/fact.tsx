import type { ComponentChildren } from 'preact'

type FactProps = { readonly name: string; readonly children: ComponentChildren }

/** One line of a receipt, for a `dl` of class `record`. */
export function Fact({ name, children }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
