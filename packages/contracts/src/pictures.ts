import * as z from 'zod/mini'

/** Kinds of picture that users may upload. No SVG: it is a document that can hold scripts. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const
export type PictureType = (typeof PICTURE_TYPES)[number]

/** The picture's bytes in base64. */
export const PictureBytes = z.string().check(z.regex(/^[A-Za-z0-9+/]*={0,2}$/))
