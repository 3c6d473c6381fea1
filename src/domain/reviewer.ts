/** A person who may decide about held sheets. The id has the form of an institution's id. */
export type Reviewer = { readonly id: string; readonly name: string }
