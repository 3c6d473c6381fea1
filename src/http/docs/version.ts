/** The version of the package, and of what it says of itself. */
export const version = '0.1.0'
