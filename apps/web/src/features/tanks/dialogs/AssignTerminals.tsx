import { type Tank, tanksApi } from '@dalyan/contracts/tanks'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import terminals from '../../../locales/tr/terminals.json' with { type: 'json' }
import { RecordLoader } from '../../../shared/form/RecordLoader.tsx'
import { useDone } from '../../../shared/form/use-done.ts'
import { addWords } from '../../../shared/i18n/add-words.ts'
import { type ChangeForm, ResourceForm } from '../../../shared/resource/ResourceForm.tsx'
import { tankKeys, tankQueries } from '../../records/public/tanks.queries.ts'
import { terminalKeys } from '../../records/public/terminals.queries.ts'
import { tankForm, type TankFormValues, TerminalsField } from './tank-form.tsx'

addWords({ terminals })

/** The status is not changed here: the field needs it for its warning. */
const assignForm: ChangeForm<typeof tanksApi, Pick<TankFormValues, 'terminals' | 'status'>> = {
  values: (tank) => {
    const { terminals: assigned, status } = tankForm.values(tank)
    return { terminals: assigned, status }
  },
  body: ({ terminals: assigned }) => ({ iot_ids: assigned.map(({ id }) => id) }),
  fieldOf: (name) => (name.startsWith('iot_ids') ? 'terminals' : name),
  words: (t, tank) => ({ title: t('tanks.assign.title', { code: tank?.code }) }),
  Fields: ({ record }: { record: Tank | null }) => (
    <TerminalsField tankId={record?.id ?? null} tankCode={record?.code ?? ''} />
  ),
}

/** Assigns terminals to a tank, and changes nothing else of it. */
export function AssignTerminals({ tankId, onClose }: { tankId: number; onClose: () => void }) {
  const { t } = useTranslation()
  const tank = useQuery(tankQueries.edited(tankId))
  const done = useDone(onClose, tankKeys.all, terminalKeys.all)
  return (
    <RecordLoader query={tank} label={t('tanks.one')} failed={t('tanks.messages.loadFailed')} onClose={onClose}>
      {(tagged) => (
        <ResourceForm
          kind="tanks"
          api={tanksApi}
          form={assignForm}
          tagged={tagged}
          onSaved={() => done(t('tanks.messages.updated'))}
          onClose={onClose}
        />
      )}
    </RecordLoader>
  )
}
