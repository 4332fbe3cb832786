import { mdiDomain, mdiPhoneClock, mdiWebhook } from '@mdi/js'
import { lazy } from 'react'
import firms from '../../locales/tr/firms.json' with { type: 'json' }
import { placeOf } from '../../shared/format/place.ts'
import { addWords } from '../../shared/i18n/add-words.ts'
import { useList } from '../../shared/list/use-list.ts'
import { ResourcePage } from '../../shared/resource/ResourcePage.tsx'
import { firmKind } from './firm-kind.tsx'
import { firmList } from './firm-list-search.ts'

addWords({ firms })

const FirmDialogs = lazy(async () => ({ default: (await import('./dialogs/FirmDialogs.tsx')).FirmDialogs }))

/** Growers, distributors and restaurants, with their parent firms. */
export function FirmsPage() {
  return (
    <ResourcePage
      kind={firmKind}
      list={useList(firmList)}
      columns={[
        'status',
        'code',
        'name',
        'type',
        { name: 'phone', from: 1200, noWrap: true },
        { name: 'province', label: ['common.fields.province', 'common.fields.district'], from: 960, cell: placeOf },
        { name: 'parent', from: 1200 },
        { name: 'tanks_count', align: 'right' },
      ]}
      card={{ text: 'name', details: ['type', placeOf, 'parent'], rows: ['tanks_count'] }}
      moreActions={[
        { dialog: 'oncall', label: 'firms.onCall', icon: mdiPhoneClock },
        { dialog: 'webhooks', label: 'firms.webhooks', icon: mdiWebhook },
      ]}
      empty={{ icon: mdiDomain }}
      dialogs={FirmDialogs}
    />
  )
}
