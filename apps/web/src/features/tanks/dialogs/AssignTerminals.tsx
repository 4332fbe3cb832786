import { type Tank, tanksApi } from '@dalyan/contracts/tanks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import terminals from '../../../locales/tr/terminals.json' with { type: 'json' }
import { callIfMatch, callTagged, type Tagged } from '../../../shared/api/call.ts'
import { FormDialog } from '../../../shared/form/FormDialog.tsx'
import { RecordLoader } from '../../../shared/form/RecordLoader.tsx'
import { useDone } from '../../../shared/form/use-done.ts'
import { addWords } from '../../../shared/i18n/add-words.ts'
import { terminalKeys } from '../../records/public/terminals.queries.ts'
import { tankKeys, tankQueries } from '../../records/public/tanks.queries.ts'
import { type TankFormValues, tankFieldOf, tankValues } from './tank-form-values.ts'
import { TerminalsField } from './TerminalsField.tsx'

addWords({ terminals })

/** The status is not changed here: the field warns by it. */
type AssignValues = Pick<TankFormValues, 'terminals' | 'status'>

function assignValues(tank: Tank): AssignValues {
  const { terminals: assigned, status } = tankValues(tank)
  return { terminals: assigned, status }
}

interface Props {
  tankId: number
  onClose: () => void
}

/** Which terminals stand on the tank, and nothing else of it. */
export function AssignTerminals({ tankId, onClose }: Props) {
  const { t } = useTranslation()
  const tank = useQuery(tankQueries.edited(tankId))
  const done = useDone(onClose, tankKeys.all, terminalKeys.all)
  return (
    <RecordLoader query={tank} label={t('tanks.one')} failed={t('tanks.messages.loadFailed')} onClose={onClose}>
      {(tagged) => <AssignForm tagged={tagged} onSaved={() => done(t('tanks.messages.updated'))} onClose={onClose} />}
    </RecordLoader>
  )
}

interface FormProps {
  tagged: Tagged<Tank>
  onSaved: () => void
  onClose: () => void
}

function AssignForm({ tagged, onSaved, onClose }: FormProps) {
  const { t } = useTranslation()
  const [{ record, etag }, setKnown] = useState(tagged)

  async function reload(): Promise<AssignValues> {
    const next = await callTagged(tanksApi.get, { params: { id: record.id } })
    setKnown(next)
    return assignValues(next.record)
  }
  return (
    <FormDialog<AssignValues, Tank>
      title={t('tanks.assign.title', { code: record.code })}
      submit={t('common.actions.saveChanges')}
      failed={t('tanks.messages.saveFailed')}
      defaults={assignValues(record)}
      check={() => ({})}
      fieldOf={tankFieldOf}
      save={({ terminals }, { overwrite }) =>
        callIfMatch(tanksApi.update, overwrite ? null : etag, {
          params: { id: record.id },
          body: { iot_ids: terminals.map(({ id }) => id) },
        })
      }
      reload={reload}
      onSaved={onSaved}
      onClose={onClose}
    >
      <TerminalsField tankId={record.id} tankCode={record.code} />
    </FormDialog>
  )
}
