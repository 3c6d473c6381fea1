import type { PageFormat } from '../../src/domain/origin.ts'
import type { PracticePage } from './practice-page.ts'

/** A written page, as a server sends it. */
export type PracticeBody = {
  /** The name of the page in the source definition. */
  readonly name: string
  readonly format: PageFormat
  readonly body: Uint8Array
}

/** The result that the page without a fault must have. */
export type LayoutResult =
  /** The reader finds exactly the offers of the page, and the gate finds nothing. */
  | { readonly kind: 'read' }
  /** The read fails with a sentence. */
  | { readonly kind: 'refused'; readonly because: RegExp }
  /** The sheet is held because of a finding of this rule. */
  | { readonly kind: 'held'; readonly rule: string }

/** A kind of page: the invented institution that prints its rates so, its source definition, and how a page is written. */
export type Layout = {
  /** The number in the list of layouts, with a letter where one number has several pages. */
  readonly id: string
  readonly name: string
  /** The id of the invented institution. */
  readonly institutionId: string
  readonly format: PageFormat
  readonly page: PracticePage
  readonly write: (page: PracticePage) => string | Uint8Array
  /** The YAML text of the source definition without its `institution`, `currency`, `timezone`, `schedule` and first page. */
  readonly source: string
  /** Texts that every true page contains. */
  readonly mustContain?: readonly string[]
  /** Lines of YAML for the first page, such as its `path`. */
  readonly pageOptions?: string
  /** The second page of the source, which is compared with the first. No fault changes it. */
  readonly comparedPage?: Pick<Layout, 'format' | 'write' | 'pageOptions'>
  readonly result?: LayoutResult
  /** True if the page shows no figures, so that most faults cannot be made. */
  readonly hasNoFigures?: true
  /** Faults that cannot exist in the layout, and why. */
  readonly impossible?: Readonly<Record<string, string>>
}
