import { expect, test } from 'vitest'
import { mergeBranding } from './load-branding.ts'

const KNOWN = { name: { title: 'Dalyan', spaced: 'Dalyan' }, logo: { icon: '/i.svg', dark: null }, version: '1.0.0' }

test('values of the server replace the built-in brand at any depth; the others stay', () => {
  expect(mergeBranding(KNOWN, { name: { title: 'Ege' }, logo: { dark: '/d.svg' } })).toEqual({
    name: { title: 'Ege', spaced: 'Dalyan' },
    logo: { icon: '/i.svg', dark: '/d.svg' },
    version: '1.0.0',
  })
})

test.each([
  ['nothing at all', null],
  ['no group', 'Dalyan'],
  ['a list', [{ name: 'x' }]],
  ['other kinds', { name: 'Ege', logo: { icon: { href: 'x' }, dark: 7 }, version: null }],
  ['unknown names', { owner: 'somebody', logo: { huge: '/h.svg' } }],
  ['names of every object', JSON.parse('{"__proto__": {"version": "9"}, "constructor": {"name": "x"}}')],
])("%s in the server's brand is ignored", (_, arrived) => {
  const merged = mergeBranding(KNOWN, arrived)
  expect(merged).toEqual(KNOWN)
  expect(Object.getPrototypeOf(merged)).toBe(Object.prototype)
})
