import type { Tank, tanksApi } from '@dalyan/contracts/tanks'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import terminals from '../../../locales/tr/terminals.json' with { type: 'json' }
import { RecordLoader } from '../../../shared/form/RecordLoader.tsx'
import { useDone } from '../../../shared/form/use-done.ts'
import { addWords } from '../../../shared/i18n/add-words.ts'
import { type ChangeForm, ResourceForm } from '../../../shared/resource/ResourceForm.tsx'
import { tankKeys, tankQueries } from '../../records/public/tanks.queries.ts'
import { terminalKeys } from '../../records/public/terminals.queries.ts'
import { tankKind } from '../tank-kind.tsx'
import { tankForm, type TankFormValues, TerminalsField } from './tank-form.tsx'

addWords({ terminals })

/** The status is not changed here: the field needs it for its warning. */
const assignForm: ChangeForm<typeof tanksApi, Pick<TankFormValues, 'iot_ids' | 'status'>> = {
  values: (tank) => {
    const { iot_ids, status } = tankForm.values(tank)
    return { iot_ids, status }
  },
  body: ({ iot_ids }) => ({ iot_ids: iot_ids.map(({ id }) => id) }),
  words: (t, tank) => ({ title: t('tanks.assign.title', { code: tank?.code }) }),
  Fields: AssignedTerminals,
}

function AssignedTerminals({ record }: { record: Tank | null }) {
  const { t } = useTranslation()
  return <TerminalsField name="iot_ids" label={t('tanks.fields.iots')} record={record} />
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
          kind={tankKind}
          form={assignForm}
          tagged={tagged}
          onSaved={() => done(t('tanks.messages.updated'))}
          onClose={onClose}
        />
      )}
    </RecordLoader>
  )
}
