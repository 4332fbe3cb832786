import type { RoleName } from '@dalyan/contracts/permissions'
import { expect, test } from 'vitest'
import { inOrder } from './roles.ts'
import { firmOf, firmProblem } from './users.rules.ts'

const sets: [RoleName[], number | null, string | null][] = [
  [['admin'], null, null],
  [['operator'], null, 'operator_needs_firm'],
  [['operator', 'customer'], null, 'operator_needs_firm'],
  [['operator', 'admin'], null, null],
  [['operator'], 3, null],
  [['customer'], null, null],
]
test.each(sets)('%j with firm %j: %j', (roles, firmId, problem) => {
  expect(firmProblem(roles, firmId)).toBe(problem)
})

test('an admin belongs to no firm', () => {
  expect(firmOf(['admin', 'customer'], 3)).toBeNull()
  expect(firmOf(['customer'], 3)).toBe(3)
})

test('roles stand in one order, each once', () => {
  expect(inOrder(['customer', 'admin', 'customer'])).toEqual(['admin', 'customer'])
})
