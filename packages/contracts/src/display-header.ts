/** The header that carries the secret of a display link. A file without the calls, so that the first load needs no schemas. */
export const DISPLAY_HEADER = 'x-display-link'
