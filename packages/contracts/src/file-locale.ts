import * as z from 'zod/mini'

/** The format of a file. `tr`: Turkish titles, Istanbul time, and in a CSV semicolon and decimal comma; `en`: for machines, UTC. */
export const FILE_LOCALES = ['tr', 'en'] as const
export type FileLocale = (typeof FILE_LOCALES)[number]
export const InFileLocale = z._default(z.enum(FILE_LOCALES), 'en')
