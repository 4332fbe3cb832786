import { mdiRouterWireless, mdiSwapHorizontal } from '@mdi/js'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import diagnosis from '../../../locales/tr/diagnosis.json' with { type: 'json' }
import keyProfiles from '../../../locales/tr/key-profiles.json' with { type: 'json' }
import { addWords } from '../../../shared/i18n/add-words.ts'
import { useList } from '../../../shared/list/use-list.ts'
import { ResourcePage } from '../../../shared/resource/ResourcePage.tsx'
import { may, useUser } from '../../../shared/session/user.ts'
import { keyProfileKind, namesText } from './key-profile-kind.tsx'
import { keyProfileList } from './key-profile-list-search.ts'

addWords({ diagnosis, keyProfiles })

const KeyProfileDialogs = lazy(async () => ({ default: (await import('./KeyProfileDialogs.tsx')).KeyProfileDialogs }))

/** The maps of devices' own names that many terminals share. */
export function KeyProfilesPage() {
  const { t } = useTranslation()
  return (
    <ResourcePage
      kind={keyProfileKind}
      list={useList(keyProfileList)}
      columns={[
        { name: 'name', cell: ({ name }) => <b>{name}</b> },
        { name: 'map', cell: namesText },
        { name: 'terminals_count', align: 'right' },
        { name: 'updated_at', from: 960 },
      ]}
      card={{ details: [namesText], rows: ['terminals_count'] }}
      mayManage={may(useUser(), 'iots.manage')}
      empty={{ icon: mdiSwapHorizontal }}
      dialogs={KeyProfileDialogs}
      more={[{ label: t('keyProfiles.toTerminals'), icon: mdiRouterWireless, to: '/terminals' }]}
    />
  )
}
