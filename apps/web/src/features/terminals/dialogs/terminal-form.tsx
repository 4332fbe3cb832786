import { type Terminal, WRITABLE_TERMINAL_STATUSES } from '@dalyan/contracts/terminals'
import type { ParseKeys } from 'i18next'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { PickOption } from '../../../shared/form/FormPicker.tsx'
import { FormSelect } from '../../../shared/form/FormSelect.tsx'
import { FormText } from '../../../shared/form/FormText.tsx'
import { CODE_INPUT, type InputProps, recordForm } from '../../../shared/resource/record-form.tsx'
import { RecordPicker } from '../../../shared/resource/RecordPicker.tsx'
import {
  SUSPENDED_UNTIL_INPUT,
  suspensionProblems,
  withoutEndUnlessSuspended,
} from '../../records/public/suspension.tsx'
import { tankQueries } from '../../records/public/tanks.queries.ts'
import { keyProfileQueries } from '../key-profiles/key-profiles.queries.ts'
import { terminalKind } from '../terminal-kind.tsx'
import { useLastTerminalNote } from './use-last-terminal-note.ts'

const SECONDS = ['expected_interval_seconds', 'offline_after_seconds'] as const

export const terminalForm = recordForm(
  terminalKind,
  {
    code: CODE_INPUT,
    tank_id: {
      initial: null,
      value: ({ tank }: Terminal): PickOption | null => tank && tankOption(tank),
      body: (tank: PickOption | null) => tank?.id ?? null,
      Input: TankField,
    },
    status: { options: WRITABLE_TERMINAL_STATUSES, initial: 'active', Input: StatusField },
    suspended_until: SUSPENDED_UNTIL_INPUT,
    expected_interval_seconds: secondsInput('expected_interval_seconds', 'terminals.fields.expected_interval_hint'),
    offline_after_seconds: secondsInput('offline_after_seconds', 'terminals.fields.offline_after_hint'),
    ip_address: { maxLength: 45 },
    device_eui: { maxLength: 32, hint: 'terminals.fields.device_eui_hint' },
    key_profile_id: { Picker: KeyProfilePicker },
  },
  {
    finish: withoutEndUnlessSuspended,
    problems: (values, t) => {
      const unreadable = SECONDS.filter((name) => !/^\s*\d*\s*$/.test(values[name]))
      return {
        ...Object.fromEntries(unreadable.map((name) => [name, t('validation.integer')])),
        ...suspensionProblems(values.status, values.suspended_until, t),
      }
    },
  },
)

type TerminalFormValues = typeof terminalForm.empty

const tankOption = ({ id, code, name }: { id: number; code: string; name: string }): PickOption => ({
  id,
  label: `${code} · ${name}`,
})

function KeyProfilePicker({ record: _record, ...field }: InputProps<Terminal>) {
  return (
    <RecordPicker
      {...field}
      options={keyProfileQueries.options}
      option={({ id, name }): PickOption => ({ id, label: name })}
    />
  )
}

/** A number of seconds as text; one that cannot be read is sent as NaN, which the contract refuses. */
function secondsInput(field: (typeof SECONDS)[number], hint: ParseKeys) {
  return {
    initial: '',
    value: (terminal: Terminal): string => String(terminal[field] ?? ''),
    body: (typed: string): number | null => (typed.trim() === '' ? null : Number(typed.trim())),
    Input({ name, label }: InputProps<Terminal>) {
      const { t } = useTranslation()
      return <FormText name={name} label={label} hint={t(hint)} decimal />
    },
  }
}

/** Warns when the present tank would have no terminal left. */
function TankField({ record, ...field }: InputProps<Terminal>) {
  const tank = useWatch<TerminalFormValues, 'tank_id'>({ name: 'tank_id' })
  const presentTank = record?.tank ?? null
  const lastTerminal = useLastTerminalNote(presentTank)
  return (
    <RecordPicker
      {...field}
      options={tankQueries.options}
      option={tankOption}
      hint={presentTank && tank?.id !== presentTank.id ? lastTerminal : undefined}
    />
  )
}

function StatusField({ record: _record, ...field }: InputProps<Terminal>) {
  const { t } = useTranslation()
  const status = useWatch<TerminalFormValues, 'status'>({ name: 'status' })
  return (
    <FormSelect
      {...field}
      options={WRITABLE_TERMINAL_STATUSES.map((value) => ({ value, label: t(`terminals.status.${value}`) }))}
      hint={status === 'banned' || status === 'unauthorized' ? t(`terminals.status.${status}Hint`) : undefined}
    />
  )
}
