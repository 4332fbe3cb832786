import { expect, test } from 'vitest'
import { sentenceCase } from './sentence-case.ts'

test('the capital of a sentence follows the rules of its language', () => {
  expect(sentenceCase('izler', { language: 'tr' })).toBe('İzler')
  expect(sentenceCase('ılık', { language: 'tr' })).toBe('Ilık')
  expect(sentenceCase('issues', { language: 'en' })).toBe('Issues')
  expect(sentenceCase('', { language: 'tr' })).toBe('')
})
