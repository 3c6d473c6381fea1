import { type Variant, variants } from '../../../domain/offer.ts'
import type { SourceDefinition } from '../source-schema.ts'
import type { Role, RowRole, SourceTable } from './table-schema.ts'

/** The variants that a source can read. A sheet withdraws only offers of these. */
export function coveredVariants({ tables }: SourceDefinition): readonly Variant[] {
  const named = new Set(tables.flatMap(variantsOf))
  return variants.filter((variant) => named.has(variant))
}

function variantsOf(table: SourceTable): readonly string[] {
  const rates = Object.values(table.columns).filter(isRateRole)
  const others = Object.values(table.rows ?? {})
  const words = Object.values(table.columns).flatMap(variantWords)
  const named = [...rates, ...others, ...(table.relabel ?? [])].flatMap(variantOf)
  const usesDefault = words.length === 0 && rates.some((role) => variantOf(role).length === 0)
  return [...named, ...words, ...(usesDefault ? [table.variant ?? 'general'] : [])]
}

/** Whether the cells of a column are rates. */
export function isRateRole(role: Role): boolean {
  if (typeof role !== 'object' || 'ignore' in role) return false
  return role.is === undefined || role.is === 'rate'
}

function variantOf(role: Role | RowRole): readonly string[] {
  if (typeof role !== 'object' || !('variant' in role)) return []
  return role.variant === undefined ? [] : [role.variant]
}

/** The variants that the words of a column mean. */
function variantWords(role: Role): readonly string[] {
  if (typeof role !== 'object' || !('is' in role) || role.is !== 'variant') return []
  return Object.values(role.values ?? {}).filter((value) => typeof value === 'string')
}
