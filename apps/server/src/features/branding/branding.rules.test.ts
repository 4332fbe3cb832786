import { expect, test } from 'vitest'
import { DALYAN } from '@dalyan/contracts/own-brand'
import { nameVariants } from './branding.rules.ts'

test("the product's own name has its known variants", () => {
  expect(nameVariants('Dalyan')).toEqual(DALYAN.name)
})

test('a Turkish name of several words is converted to ASCII for programs and cased by Turkish rules for display', () => {
  expect(nameVariants('Işıl Çipura İzleme')).toEqual({
    original: 'Işıl Çipura İzleme',
    camelCase: 'isilCipuraIzleme',
    PascalCase: 'IsilCipuraIzleme',
    snakeCase: 'isil_cipura_izleme',
    kebabCase: 'isil-cipura-izleme',
    lowercase: 'ışıl çipura izleme',
    uppercase: 'IŞIL ÇİPURA İZLEME',
    title: 'Işıl Çipura İzleme',
    spaced: 'Işıl Çipura İzleme',
  })
})

test('a brand name without Latin characters falls back to the product’s own file names', () => {
  expect(nameVariants('养殖')).toMatchObject({ original: '养殖', kebabCase: 'dalyan', spaced: '养殖' })
})
