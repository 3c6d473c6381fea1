import type { PageFormat } from '../../../src/domain/origin.ts'
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

/** A fault that a layout lists as texts, because each language has its own words. */
export type EditedFault =
  | 'another amount'
  | 'another bound'
  | 'another range word'
  | 'another unit'
  | 'a lost label'

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
  /** The decimal mark of the page; a point if absent. */
  readonly decimal?: ','
  /** Texts of the page, and the false texts that stand in their place in a faulty version. */
  readonly edits?: Readonly<
    Partial<Record<EditedFault, readonly (readonly [from: string, to: string])[]>>
  >
  /** True if the page shows no figures, so that most faults cannot be made. */
  readonly hasNoFigures?: true
  /** True if two faulty versions of each fault are enough, because other layouts try the rest. */
  readonly fewVersions?: true
  /** Faults that cannot exist in the layout, and why. */
  readonly impossible?: Readonly<Record<string, string>>
}
