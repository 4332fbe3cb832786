import type { Branding } from '@dalyan/contracts/branding'
import { DALYAN } from '@dalyan/contracts/own-brand'

/** Variants of the name for display and for programs. The latter are ASCII, and the product's own when no ASCII character is left. */
export function nameVariants(name: string): Branding['name'] {
  const words =
    name
      .normalize('NFKD')
      .replaceAll('ı', 'i')
      .replaceAll(/\p{M}/gu, '')
      .match(/[A-Za-z0-9]+/g) ?? []
  const lower = words.map((word) => word.toLowerCase())
  const capitals = lower.map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  const readable = {
    original: name,
    lowercase: name.toLocaleLowerCase('tr-TR'),
    uppercase: name.toLocaleUpperCase('tr-TR'),
    // As typed: its capitals are the owner's choice.
    title: name,
    spaced:
      name
        .split(/[\s_-]+/u)
        .filter((word) => word !== '')
        .join(' ') || name,
  }
  const { camelCase, PascalCase, snakeCase, kebabCase } = DALYAN.name
  if (words.length === 0) return { ...readable, camelCase, PascalCase, snakeCase, kebabCase }
  return {
    ...readable,
    camelCase: [lower[0], ...capitals.slice(1)].join(''),
    PascalCase: capitals.join(''),
    snakeCase: lower.join('_'),
    kebabCase: lower.join('-'),
  }
}
