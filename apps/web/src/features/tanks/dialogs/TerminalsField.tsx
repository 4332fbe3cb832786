import type { Terminal } from '@dalyan/contracts/terminals'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../shared/form/ConfirmDialog.tsx'
import { FormPicker, type PickOption } from '../../../shared/form/FormPicker.tsx'
import { terminalQueries } from '../../records/public/terminals.queries.ts'
import type { TankFormValues } from './tank-form.tsx'

interface Props {
  /** The tank being changed; null for a new one. */
  tankId: number | null
  tankCode: string
}

/** The tank's terminals: free ones first; a terminal of another tank is moved only after a question. */
export function TerminalsField({ tankId, tankCode }: Props) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const [moving, setMoving] = useState<Terminal | null>(null)
  const terminals = useQuery(terminalQueries.options(search))
  const { getValues, setValue, trigger } = useFormContext<TankFormValues>()
  const { errors, defaultValues } = useFormState<TankFormValues>()
  const [status, chosen] = useWatch<TankFormValues, ['status', 'terminals']>({ name: ['status', 'terminals'] })
  const losesLast = status === 'active' && defaultValues?.status === 'active' && chosen.length === 0

  const isElsewhere = ({ tank }: Terminal) => tank !== null && tank.id !== tankId
  const known = (terminals.data ?? []).toSorted((a, b) => Number(isElsewhere(a)) - Number(isElsewhere(b)))
  const options = known.map((terminal) => ({
    id: terminal.id,
    label: terminal.code,
    ...(isElsewhere(terminal) && terminal.tank
      ? { note: t('terminals.move.option', { terminal: terminal.code, tank: terminal.tank.code }) }
      : {}),
  }))

  function picked(option: PickOption | null) {
    const terminal = option && known.find(({ id }) => id === option.id)
    if (terminal && isElsewhere(terminal)) setMoving(terminal)
    if (errors.status) void trigger('status')
  }
  function putBack(terminal: Terminal) {
    const rest = getValues('terminals').filter(({ id }) => id !== terminal.id)
    setValue('terminals', rest, { shouldDirty: true })
    setMoving(null)
  }
  return (
    <>
      <FormPicker
        multiple
        name="terminals"
        label={t('tanks.fields.terminals')}
        options={options}
        loading={terminals.isFetching}
        onSearch={setSearch}
        hint={losesLast ? t('tanks.losesLastTerminal') : undefined}
        onPick={picked}
      />
      {moving && (
        <ConfirmDialog
          local
          harmless
          title={t('terminals.move.title', { terminal: moving.code })}
          body={t('terminals.move.body', { from: moving.tank?.code, to: tankCode || t('tanks.create') })}
          confirm={t('terminals.move.confirm')}
          onClose={() => putBack(moving)}
          onConfirm={() => setMoving(null)}
        />
      )}
    </>
  )
}
