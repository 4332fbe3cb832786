import { mdiRouterWireless } from '@mdi/js'
import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import terminals from '../../locales/tr/terminals.json' with { type: 'json' }
import { BulkButton } from '../../shared/bulk/BulkButton.tsx'
import { addWords } from '../../shared/i18n/add-words.ts'
import { ListPage } from '../../shared/list/ListPage.tsx'
import { useList } from '../../shared/list/use-list.ts'
import { may } from '../../shared/session/permissions.ts'
import { useUser } from '../../shared/session/user-context.ts'
import { Enrolment } from './Enrolment.tsx'
import { QuickFilters } from './QuickFilters.tsx'
import { RemoveWaitingButton } from './RemoveWaitingButton.tsx'
import { TERMINAL_COLUMNS } from './terminal-columns.tsx'
import { terminalList } from './terminal-list-search.ts'
import { TerminalActions } from './TerminalActions.tsx'
import { TerminalCard } from './TerminalCard.tsx'
import { terminalQueries } from '../records/public/terminals.queries.ts'
import { useTerminalFilters } from './use-terminal-filters.ts'

addWords({ terminals })

const TerminalDialogs = lazy(async () => ({ default: (await import('./dialogs/TerminalDialogs.tsx')).TerminalDialogs }))

/** Which devices are silent, unknown or on no tank. */
export function TerminalsPage() {
  const { t } = useTranslation()
  const isManager = may(useUser(), 'iots.manage')
  const list = useList(terminalList)
  return (
    <ListPage
      title={t('terminals.title')}
      label={t('terminals.list.region')}
      list={list}
      query={useQuery(terminalQueries.list(terminalList.query(list.state)))}
      failed={t('terminals.list.loadFailed')}
      placeholder={t('terminals.searchPlaceholder')}
      filters={useTerminalFilters(isManager)}
      columns={TERMINAL_COLUMNS}
      actions={
        isManager
          ? (terminal) => <TerminalActions terminal={terminal} onOpen={(dialog) => list.open(dialog, terminal.id)} />
          : undefined
      }
      card={(terminal, actions) => <TerminalCard terminal={terminal} actions={actions} />}
      create={isManager ? t('terminals.create') : undefined}
      empty={{
        icon: mdiRouterWireless,
        title: t('terminals.empty.title'),
        body: isManager ? t('terminals.empty.body') : t('terminals.empty.bodyReadOnly'),
      }}
      dialogs={isManager ? TerminalDialogs : undefined}
      more={
        isManager && (
          <>
            <Enrolment onAsk={() => list.open('enrolment')} />
            <RemoveWaitingButton onAsk={() => list.open('waiting')} />
            <BulkButton label={t('terminals.fromFile')} onClick={() => list.open('bulk')} />
          </>
        )
      }
      quick={<QuickFilters state={list.state} isManager={isManager} onChange={list.change} />}
    />
  )
}
