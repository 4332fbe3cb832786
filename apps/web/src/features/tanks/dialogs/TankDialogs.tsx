import { tanksApi } from '@dalyan/contracts/tanks'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import terminals from '../../../locales/tr/terminals.json' with { type: 'json' }
import { useDone } from '../../../shared/form/use-done.ts'
import { addWords } from '../../../shared/i18n/add-words.ts'
import { ResourceDialogs } from '../../../shared/resource/ResourceDialogs.tsx'
import { ResourceForm } from '../../../shared/resource/ResourceForm.tsx'
import type { DialogProps } from '../../../shared/resource/ResourcePage.tsx'
import { may } from '../../../shared/session/permissions.ts'
import { useUser } from '../../../shared/session/user-context.ts'
import { terminalKeys } from '../../records/public/terminals.queries.ts'
import { tankFields } from '../tank-fields.tsx'
import { tankKeys, tankQueries } from '../../records/public/tanks.queries.ts'
import { operateForm } from './operate-form.tsx'
import { tankForm } from './tank-form.tsx'

addWords({ terminals })

const TanksFromFile = lazy(async () => ({ default: (await import('./TanksFromFile.tsx')).TanksFromFile }))

/** The dialogs about a tank, by their name in the address. */
export function TankDialogs(props: DialogProps<'create' | 'bulk' | 'edit' | 'view' | 'delete' | 'restore'>) {
  const { t } = useTranslation()
  const { dialog, onClose } = props
  const isManager = may(useUser(), 'tanks.manage')
  const created = useDone(onClose, tankKeys.all, terminalKeys.all)
  if (dialog === 'bulk') return isManager ? <TanksFromFile onCreated={created} onClose={onClose} /> : null
  return (
    <ResourceDialogs
      {...props}
      kind="tanks"
      api={tanksApi}
      queries={tankQueries}
      alsoChanged={[terminalKeys.all]}
      form={tankForm}
      fields={(tank) => tankFields(tank, t)}
      deleteBody={({ iots }) => (
        <>
          {t('tanks.delete.body')}
          {iots.length > 0 && ` ${t('tanks.delete.detach', { count: iots.length })}`}
        </>
      )}
      others={{
        edit: (tagged, done) =>
          !isManager &&
          tagged.record.status !== 'deleted' && (
            <ResourceForm
              kind="tanks"
              api={tanksApi}
              form={operateForm}
              tagged={tagged}
              onSaved={() => done(t('tanks.messages.updated'))}
              onClose={onClose}
            />
          ),
      }}
    />
  )
}
