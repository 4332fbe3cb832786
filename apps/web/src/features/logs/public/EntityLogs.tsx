import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import logs from '../../../locales/tr/logs.json' with { type: 'json' }
import { addWords } from '../../../shared/i18n/add-words.ts'
import { readLogSearch } from '../log-search.ts'
import { LogView } from '../LogView.tsx'

addWords({ logs })

/** The log of one terminal (`iot`) or tank on its own page; its filters are not in the address. */
export function EntityLogs({ kind, id }: { kind: 'iot' | 'tanks'; id: number }) {
  const { t } = useTranslation()
  const [search, setSearch] = useState(() => readLogSearch({}))
  return (
    <LogView
      source={{ kind, ownerId: id }}
      label={t(`logs.tabs.${kind}`)}
      search={search}
      onSearch={(part) => setSearch((before) => readLogSearch({ ...before, ...part }))}
    />
  )
}
