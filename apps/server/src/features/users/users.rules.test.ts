import type { RoleName } from '@dalyan/contracts/permissions'
import { expect, test } from 'vitest'
import { firmOf, firmProblem, inOrder } from './users.rules.ts'

const sets: [RoleName[], number | null, string | null][] = [
  [['admin'], null, null],
  [['operator'], null, 'operator_needs_firm'],
  [['operator', 'customer'], null, 'operator_needs_firm'],
  [['operator', 'admin'], null, null],
  [['operator'], 3, null],
  [['customer'], null, null],
]
test.each(sets)('roles %j with firm %j have the problem %j', (roles, firmId, problem) => {
  expect(firmProblem(roles, firmId)).toBe(problem)
})

test('an admin has no firm', () => {
  expect(firmOf(['admin', 'customer'], 3)).toBeNull()
  expect(firmOf(['customer'], 3)).toBe(3)
})

test('roles are in a fixed order without duplicates', () => {
  expect(inOrder(['customer', 'admin', 'customer'])).toEqual(['admin', 'customer'])
})
