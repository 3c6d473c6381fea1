import { refuse, shown } from '../refusal.ts'
import { compileForm, type Form } from './form.ts'

/** A line of the source: a form, and what the source says about texts that have it. */
export type FormLine<T> = { readonly form: Form; readonly role: T }

/** The lines of a member of the source whose keys are forms. A form with an unknown part ends the read. */
export function formLines<T>(
  roles: Readonly<Record<string, T>> | undefined = {},
): readonly FormLine<T>[] {
  return Object.entries(roles).map(([key, role]) => ({ form: compileForm(key), role }))
}

/**
 * The line whose form a text has: one without `*` and braces before one with them. Several such lines end the read, because the
 * order of keys has no meaning.
 */
export function matchingLine<T>(
  text: string,
  lines: readonly FormLine<T>[],
): FormLine<T> | undefined {
  const matching = lines.filter(({ form }) => form.match(text).length > 0)
  const exact = matching.filter(({ form }) => !/[*{]/.test(form.source))
  const best = exact.length > 0 ? exact : matching
  if (best.length > 1) {
    const forms = best.map(({ form }) => form.source).toSorted()
    refuse(
      `The text ${shown(text)} has the forms of two lines of the source: ${forms.slice(0, 2).map(shown).join(' and ')}.`,
    )
  }
  return best[0]
}
