import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DALYAN } from '../packages/contracts/src/branding.ts'

test('every logo that the brand names is a file of the page', () => {
  const { emoji, ...pictures } = DALYAN.logo
  expect(emoji).not.toBeNull()
  const missing = Object.values(pictures).filter(
    (path) => path === null || !existsSync(join(import.meta.dirname, '../apps/web/public', path)),
  )
  expect(missing).toEqual([])
})
