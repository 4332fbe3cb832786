import { expect, test } from 'vitest'
import { isOperation, statusProblem, suspensionProblem } from './tanks.rules.ts'

test.each([
  ['inactive', 'active', [], 'tank_needs_terminal'],
  ['suspended', 'active', [], 'tank_needs_terminal'],
  [null, 'active', [], 'tank_needs_terminal'],
  ['inactive', 'active', ['banned', 'unauthorized', 'deleted'], 'tank_needs_terminal'],
  ['inactive', 'active', ['banned', 'inactive'], null],
  ['inactive', 'active', ['suspended'], null],
  ['active', 'active', [], null],
  ['active', 'inactive', [], null],
  [null, 'inactive', [], null],
  ['inactive', 'suspended', [], null],
] as const)('a tank from %s to %s with terminals %j has problem %s', (before, next, terminals, problem) => {
  expect(statusProblem(before, next, terminals)).toBe(problem)
})

const LATER = '2026-11-20T10:00:00.000Z'
test.each([
  ['active', LATER, null, ['active'], 'suspended_until_needs_suspended'],
  ['active', null, null, [], null],
  ['suspended', LATER, null, ['active'], null],
  // The end of the suspension makes the tank active.
  ['suspended', LATER, null, [], 'tank_needs_terminal'],
  ['suspended', LATER, null, ['banned'], 'tank_needs_terminal'],
  ['suspended', LATER, '2026-11-19T10:00:00.000Z', [], 'tank_needs_terminal'],
  // The end was set while the tank had a terminal; like an active tank that loses its last one, it stays.
  ['suspended', LATER, LATER, [], null],
] as const)('tank %s until %s (before %s), terminals %j: %s', (status, until, before, terminals, problem) => {
  expect(suspensionProblem({ status, suspended_until: until }, before, terminals)).toBe(problem)
})

test.each([
  [['status'], 'active', 'suspended', true],
  [['status', 'suspended_until', 'notes'], 'active', 'suspended', true],
  [['status'], 'suspended', 'active', true],
  [['notes'], 'inactive', 'inactive', true],
  [[], 'active', 'active', true],
  [['status'], 'active', 'inactive', false],
  [['status'], 'inactive', 'active', false],
  [['name'], 'active', 'active', false],
  [['notes', 'firm_id'], 'active', 'active', false],
  [['iot_ids'], 'active', 'active', false],
] as const)('changing %j from %s to %s is an operation: %s', (fields, before, next, expected) => {
  expect(isOperation(fields, before, next)).toBe(expected)
})
