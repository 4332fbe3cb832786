import { type Terminal, WRITABLE_TERMINAL_STATUSES } from '@dalyan/contracts/terminals'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormColumns } from '../../../shared/form/FormDialog.tsx'
import { FormPicker } from '../../../shared/form/FormPicker.tsx'
import { FormSelect } from '../../../shared/form/FormSelect.tsx'
import { FormText } from '../../../shared/form/FormText.tsx'
import { tankQueries } from '../../records/public/tanks.queries.ts'
import { tankLabel, type TerminalFormValues } from './terminal-form-values.ts'
import { useLastTerminalNote } from './use-last-terminal-note.ts'

interface Props {
  /** The tank that the terminal stands on as the form opens. */
  itsTank: Terminal['tank']
}

/** The fields of a terminal's form; says so when its tank would be left without any. */
export function TerminalFields({ itsTank }: Props) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const tanks = useQuery(tankQueries.options(search))
  const [status, tank] = useWatch<TerminalFormValues, ['status', 'tank']>({ name: ['status', 'tank'] })
  const lastTerminal = useLastTerminalNote(itsTank)
  return (
    <FormColumns>
      <FormText
        name="code"
        label={t('terminals.fields.code')}
        required
        code
        maxLength={32}
        hint={t('validation.codeHint')}
      />
      <FormPicker
        name="tank"
        label={t('terminals.fields.tank')}
        loading={tanks.isFetching}
        options={(tanks.data ?? []).map((tank) => ({ id: tank.id, label: tankLabel(tank) }))}
        onSearch={setSearch}
        hint={itsTank && tank?.id !== itsTank.id ? lastTerminal : undefined}
      />
      <FormSelect
        name="status"
        label={t('terminals.fields.status')}
        options={WRITABLE_TERMINAL_STATUSES.map((value) => ({ value, label: t(`terminals.status.${value}`) }))}
        hint={status === 'banned' || status === 'unauthorized' ? t(`terminals.status.${status}Hint`) : undefined}
      />
      {status === 'suspended' && (
        <FormText
          name="suspended_until"
          label={t('common.fields.suspendedUntil')}
          hint={t('common.fields.suspendedUntilHint')}
        />
      )}
      <FormText
        name="expected_interval_seconds"
        label={t('terminals.fields.expectedInterval')}
        hint={t('terminals.fields.expectedIntervalHint')}
        decimal
      />
      <FormText
        name="offline_after_seconds"
        label={t('terminals.fields.offlineAfter')}
        hint={t('terminals.fields.offlineAfterHint')}
        decimal
      />
      <FormText name="ip_address" label={t('terminals.fields.ipAddress')} maxLength={45} />
    </FormColumns>
  )
}
