/** The sentences of the views of changes and corrections. */
export const changes = {}
