import { type Terminal, TerminalInput, WRITABLE_TERMINAL_STATUSES } from '@dalyan/contracts/terminals'
import type { TFunction } from 'i18next'
import type * as z from 'zod/mini'
import { contractProblems, type Problems } from '../../../shared/form/form-problems.ts'
import type { PickOption } from '../../../shared/form/FormPicker.tsx'
import { readTypedTime, typedTime } from '../../../shared/form/typed-time.ts'

/** What the terminal's form holds: text as typed, the tank as picked. */
export interface TerminalFormValues {
  code: string
  status: (typeof WRITABLE_TERMINAL_STATUSES)[number]
  tank: PickOption | null
  suspended_until: string
  expected_interval_seconds: string
  offline_after_seconds: string
  ip_address: string
}

export const EMPTY_TERMINAL: TerminalFormValues = {
  code: '',
  status: 'active',
  tank: null,
  suspended_until: '',
  expected_interval_seconds: '',
  offline_after_seconds: '',
  ip_address: '',
}

export function terminalValues(terminal: Terminal): TerminalFormValues {
  const { tank, status } = terminal
  return {
    code: terminal.code,
    status: WRITABLE_TERMINAL_STATUSES.find((each) => each === status) ?? 'inactive',
    tank: tank && { id: tank.id, label: tankLabel(tank) },
    suspended_until: typedTime(terminal.suspended_until),
    expected_interval_seconds: String(terminal.expected_interval_seconds ?? ''),
    offline_after_seconds: String(terminal.offline_after_seconds ?? ''),
    ip_address: terminal.ip_address ?? '',
  }
}

export function tankLabel({ code, name }: { code: string; name: string }): string {
  return `${code} · ${name}`
}

/** The body of the call. A number that cannot be read goes as NaN, which the contract refuses. */
export function terminalBody(values: TerminalFormValues): z.input<typeof TerminalInput> {
  return {
    code: values.code.trim(),
    status: values.status,
    tank_id: values.tank?.id ?? null,
    expected_interval_seconds: seconds(values.expected_interval_seconds),
    offline_after_seconds: seconds(values.offline_after_seconds),
    suspended_until: values.status === 'suspended' ? (readTypedTime(values.suspended_until) ?? null) : null,
    ip_address: values.ip_address.trim() || null,
  }
}

function seconds(typed: string): number | null {
  return typed.trim() === '' ? null : Number(typed.trim())
}

/** The form's field for a field of the call. */
export function terminalFieldOf(name: string): string {
  return name === 'tank_id' ? 'tank' : name
}

export function terminalProblems(values: TerminalFormValues, t: TFunction): Problems {
  const problems = Object.fromEntries(
    Object.entries(contractProblems(TerminalInput, terminalBody(values))).map(([name, text]) => [
      terminalFieldOf(name),
      text,
    ]),
  )
  for (const name of ['expected_interval_seconds', 'offline_after_seconds'] as const) {
    if (!/^\s*\d*\s*$/.test(values[name])) problems[name] = t('validation.integer')
  }
  if (values.status === 'suspended' && readTypedTime(values.suspended_until) === undefined) {
    problems['suspended_until'] = t('validation.dateInvalid')
  }
  return problems
}
