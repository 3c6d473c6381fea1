/** The version of the package and of the API documents. */
export const version = '0.1.0'
