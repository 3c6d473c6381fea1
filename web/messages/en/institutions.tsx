/** The sentences of the views of institutions. */
export const institutions = {}
