import { type Terminal, terminalsApi } from '@dalyan/contracts/terminals'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, callIfMatch, callTagged, type Tagged } from '../../../shared/api/call.ts'
import { FormDialog } from '../../../shared/form/FormDialog.tsx'
import {
  EMPTY_TERMINAL,
  terminalBody,
  terminalFieldOf,
  type TerminalFormValues,
  terminalProblems,
  terminalValues,
} from './terminal-form-values.ts'
import { TerminalFields } from './TerminalFields.tsx'

type Saved = Pick<Terminal, 'code'> & { key?: string }

interface Props {
  /** The terminal to change; null for a new one, whose answer carries its key. */
  tagged: Tagged<Terminal> | null
  onSaved: (saved: Saved) => void
  onClose: () => void
}

/** Creates a terminal, or changes one. */
export function TerminalForm({ tagged, onSaved, onClose }: Props) {
  const { t } = useTranslation()
  const [known, setKnown] = useState(tagged)

  async function reload(id: number): Promise<TerminalFormValues> {
    const next = await callTagged(terminalsApi.get, { params: { id } })
    setKnown(next)
    return terminalValues(next.record)
  }
  async function save(values: TerminalFormValues, { overwrite }: { overwrite: boolean }): Promise<Saved> {
    const body = terminalBody(values)
    if (!known) return await call(terminalsApi.create, { body })
    const { etag, record } = known
    return await callIfMatch(terminalsApi.update, overwrite ? null : etag, { params: { id: record.id }, body })
  }
  return (
    <FormDialog
      width="md"
      title={known ? t('terminals.editTitle', { code: known.record.code }) : t('terminals.createTitle')}
      submit={known ? t('common.actions.saveChanges') : t('common.actions.create')}
      failed={t('terminals.messages.saveFailed')}
      defaults={known ? terminalValues(known.record) : EMPTY_TERMINAL}
      check={(values) => terminalProblems(values, t)}
      fieldOf={terminalFieldOf}
      save={save}
      {...(known ? { reload: () => reload(known.record.id) } : {})}
      onSaved={onSaved}
      onClose={onClose}
    >
      <TerminalFields itsTank={known?.record.tank ?? null} />
    </FormDialog>
  )
}
