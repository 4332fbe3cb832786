import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import terminals from '../../../locales/tr/terminals.json' with { type: 'json' }
import { useDone } from '../../../shared/form/use-done.ts'
import { addWords } from '../../../shared/i18n/add-words.ts'
import { ResourceDialogs } from '../../../shared/resource/ResourceDialogs.tsx'
import { ResourceForm } from '../../../shared/resource/ResourceForm.tsx'
import type { DialogProps, DialogsOf } from '../../../shared/resource/ResourcePage.tsx'
import { may, useUser } from '../../../shared/session/user.ts'
import { terminalKeys } from '../../records/public/terminals.queries.ts'
import { tankKeys } from '../../records/public/tanks.queries.ts'
import { tankFields, tankKind } from '../tank-kind.tsx'
import type { tankList } from '../tank-list-search.ts'
import { operateForm, tankForm } from './tank-form.tsx'

addWords({ terminals })

const TanksFromFile = lazy(async () => ({ default: (await import('./TanksFromFile.tsx')).TanksFromFile }))

/** The dialogs about a tank, by their name in the address. */
export function TankDialogs(props: DialogProps<DialogsOf<typeof tankList>>) {
  const { t } = useTranslation()
  const { dialog, onClose } = props
  const isManager = may(useUser(), 'tanks.manage')
  const created = useDone(onClose, tankKeys.all, terminalKeys.all)
  if (dialog === 'bulk') return isManager ? <TanksFromFile onCreated={created} onClose={onClose} /> : null
  return (
    <ResourceDialogs
      {...props}
      kind={tankKind}
      form={tankForm}
      fields={(tank) => tankFields(tank, t)}
      deleteNote={({ iots }) => iots.length > 0 && t('tanks.delete.detach', { count: iots.length })}
      others={{
        edit: (tagged, done) =>
          !isManager &&
          tagged.record.status !== 'deleted' && (
            <ResourceForm
              kind={tankKind}
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
