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
] as const)('a tank from %s to %s with terminals %j: %s', (before, next, terminals, problem) => {
  expect(statusProblem(before, next, terminals)).toBe(problem)
})

test('only a suspension has an end', () => {
  expect(suspensionProblem('active', '2026-11-20T10:00:00.000Z')).toBe('suspended_until_needs_suspended')
  expect(suspensionProblem('suspended', '2026-11-20T10:00:00.000Z')).toBeNull()
  expect(suspensionProblem('active', null)).toBeNull()
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
