import { type Terminal, type TerminalChange, terminalsApi } from '@dalyan/contracts/terminals'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, callIfMatch, type Tagged } from '../../../shared/api/call.ts'
import { ConfirmDialog } from '../../../shared/form/ConfirmDialog.tsx'
import { RecordLoader } from '../../../shared/form/RecordLoader.tsx'
import { useDone } from '../../../shared/form/use-done.ts'
import { useSnackbar } from '../../../shared/ui/SnackbarProvider.tsx'
import { tankKeys } from '../../records/public/tanks.queries.ts'
import { terminalKeys, terminalQueries } from '../../records/public/terminals.queries.ts'
import { AuthorizeQuestion } from './AuthorizeQuestion.tsx'
import { DeleteTerminal } from './DeleteTerminal.tsx'
import { KeyDialog } from './KeyDialog.tsx'
import { OpenEnrolment } from './OpenEnrolment.tsx'
import { RemoveWaiting } from './RemoveWaiting.tsx'
import { RotateKey } from './RotateKey.tsx'
import { TerminalForm } from './TerminalForm.tsx'
import { TerminalView } from './TerminalView.tsx'
import { useLastTerminalNote } from './use-last-terminal-note.ts'

const TerminalsFromFile = lazy(async () => ({ default: (await import('./TerminalsFromFile.tsx')).TerminalsFromFile }))

export type TerminalDialog =
  | 'create'
  | 'bulk'
  | 'enrolment'
  | 'waiting'
  | 'edit'
  | 'view'
  | 'delete'
  | 'restore'
  | 'authorize'
  | 'ban'
  | 'unban'
  | 'key'

interface Props {
  dialog: TerminalDialog
  /** Of the record; `create`, `bulk`, `enrolment` and `waiting` have none. */
  id?: number | undefined
  onOpen: (dialog: TerminalDialog, id: number) => void
  onClose: () => void
}

/** The dialogs about a terminal, by the word that stands in the address. A key that was just made is shown before they close. */
export function TerminalDialogs({ dialog, id, onOpen, onClose }: Props) {
  const { t } = useTranslation()
  const terminal = useQuery({ ...terminalQueries.edited(id ?? 0), enabled: id !== undefined })
  const [issued, setIssued] = useState<{ code: string; key: string } | null>(null)
  const refresh = useRefresh()
  const show = useSnackbar()
  const done = useDone(onClose, ...SHOWN_BY)

  if (issued) return <KeyDialog code={issued.code} secret={issued.key} onClose={onClose} />
  if (dialog === 'enrolment') return <OpenEnrolment onClose={onClose} />
  if (dialog === 'waiting')
    return <RemoveWaiting onRemoved={() => done(t('terminals.messages.waitingRemoved'))} onClose={onClose} />
  if (dialog === 'bulk') return <TerminalsFromFile onCreated={refresh} onClose={onClose} />
  if (dialog === 'create') {
    return (
      <TerminalForm
        tagged={null}
        onSaved={({ code, key }) => {
          refresh()
          show(t('terminals.messages.created'))
          if (key === undefined) onClose()
          else setIssued({ code, key })
        }}
        onClose={onClose}
      />
    )
  }
  return (
    <RecordLoader query={terminal} label={t('terminals.one')} failed={t('terminals.list.loadFailed')} onClose={onClose}>
      {(tagged) => {
        const { record } = tagged
        switch (dialog) {
          case 'delete':
            return (
              <DeleteTerminal
                terminal={record}
                onDeleted={() => done(t('terminals.messages.deleted'))}
                onClose={onClose}
              />
            )
          case 'authorize':
            return (
              <AuthorizeQuestion
                terminal={record}
                onConfirm={async () => {
                  await change(tagged, { status: 'active' })
                  done(t('terminals.messages.authorized'))
                }}
                onClose={onClose}
              />
            )
          case 'key':
            return (
              <RotateKey
                terminal={record}
                onIssued={(key) => setIssued({ code: record.code, key })}
                onClose={onClose}
              />
            )
          case 'ban':
          case 'unban':
          case 'restore':
            return <StatusQuestion kind={dialog} tagged={tagged} onDone={done} onClose={onClose} />
          case 'edit':
            // A deleted terminal is only read.
            if (record.status === 'deleted') return <TerminalView terminal={record} onOpen={onOpen} onClose={onClose} />
            return (
              <TerminalForm tagged={tagged} onSaved={() => done(t('terminals.messages.updated'))} onClose={onClose} />
            )
          case 'view':
            return <TerminalView terminal={record} onOpen={onOpen} onClose={onClose} />
        }
      }}
    </RecordLoader>
  )
}

async function change({ record, etag }: Tagged<Terminal>, body: TerminalChange): Promise<Terminal> {
  return await callIfMatch(terminalsApi.update, etag, { params: { id: record.id }, body })
}

/** What is asked for again: terminals, and the tanks that show them. */
const SHOWN_BY = [terminalKeys.all, tankKeys.all]

function useRefresh(): () => void {
  const cache = useQueryClient()
  return () => {
    for (const queryKey of SHOWN_BY) void cache.invalidateQueries({ queryKey })
  }
}

interface StatusQuestionProps {
  kind: 'ban' | 'unban' | 'restore'
  tagged: Tagged<Terminal>
  onDone: (message: string) => void
  onClose: () => void
}

/** A change of status that wants one yes. */
function StatusQuestion({ kind, tagged, onDone, onClose }: StatusQuestionProps) {
  const { t } = useTranslation()
  const { id, code, tank } = tagged.record
  const lastTerminal = useLastTerminalNote(kind === 'ban' ? tank : null)
  const words = {
    ban: {
      title: t('terminals.actions.banTitle', { code }),
      body: t('terminals.actions.banBody'),
      confirm: t('terminals.actions.banConfirm'),
      done: t('terminals.messages.banned'),
    },
    unban: {
      title: t('terminals.actions.unbanTitle', { code }),
      body: t('terminals.actions.unbanBody'),
      confirm: t('terminals.actions.unban'),
      done: t('terminals.messages.unbanned'),
    },
    restore: {
      title: t('terminals.actions.restoreTitle', { code }),
      body: t('terminals.actions.restoreBody'),
      confirm: t('terminals.actions.restoreConfirm'),
      done: t('terminals.messages.restored'),
    },
  }[kind]
  const deed = {
    ban: () => change(tagged, { status: 'banned' }),
    unban: () => change(tagged, { status: 'active' }),
    restore: () => call(terminalsApi.restore, { params: { id } }),
  }[kind]
  return (
    <ConfirmDialog
      harmless={kind !== 'ban'}
      title={words.title}
      body={
        <>
          {words.body}
          {lastTerminal && <b> {lastTerminal}</b>}
        </>
      }
      confirm={words.confirm}
      failed={t('terminals.messages.saveFailed')}
      onClose={onClose}
      onConfirm={async () => {
        await deed()
        onDone(words.done)
      }}
    />
  )
}
