/** A length of time with the ending of “for”: `3 நாட்களாக`. */
export const during = (duration: string): string => duration.replace(/\u0BCD$/u, 'ாக')

/** A length of time with the ending of “to”: `12 மாதங்களுக்கு`, `1 மாதத்துக்கு`. */
export const to = (duration: string): string =>
  duration.replace(/ம்$/u, 'த்துக்கு').replace(/\u0BCD$/u, 'ுக்கு')
