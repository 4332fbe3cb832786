import { type Terminal, type TerminalChange, terminalsApi } from '@dalyan/contracts/terminals'
import Button from '@mui/material/Button'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, callIfMatch, type Tagged } from '../../../shared/api/call.ts'
import { ConfirmDialog } from '../../../shared/form/ConfirmDialog.tsx'
import { useDone } from '../../../shared/form/use-done.ts'
import { ResourceDialogs } from '../../../shared/resource/ResourceDialogs.tsx'
import { ResourceForm } from '../../../shared/resource/ResourceForm.tsx'
import type { DialogProps, DialogsOf } from '../../../shared/resource/ResourcePage.tsx'
import { useSnackbar } from '../../../shared/ui/SnackbarProvider.tsx'
import { tankKeys } from '../../records/public/tanks.queries.ts'
import { terminalKeys } from '../../records/public/terminals.queries.ts'
import { terminalFields, terminalKind } from '../terminal-kind.tsx'
import type { terminalList } from '../terminal-list-search.ts'
import { AuthorizeQuestion } from './AuthorizeQuestion.tsx'
import { EnrolmentDialog } from './EnrolmentDialog.tsx'
import { KeyDialog } from './KeyDialog.tsx'
import { RotateKey } from './RotateKey.tsx'
import { terminalForm } from './terminal-form.tsx'
import { useLastTerminalNote } from './use-last-terminal-note.ts'

const TerminalsFromFile = lazy(async () => ({ default: (await import('./TerminalsFromFile.tsx')).TerminalsFromFile }))

/** The dialogs about terminals, by their name in the address. A new key is shown before they close. */
export function TerminalDialogs(props: DialogProps<DialogsOf<typeof terminalList>>) {
  const { t } = useTranslation()
  const { dialog, onOpen, onClose } = props
  const cache = useQueryClient()
  const show = useSnackbar()
  const [issued, setIssued] = useState<{ id?: number; code: string; key: string } | null>(null)
  const done = useDone(onClose, terminalKeys.all, tankKeys.all)
  const refresh = () => {
    for (const queryKey of [terminalKeys.all, tankKeys.all]) void cache.invalidateQueries({ queryKey })
  }

  if (issued) return <KeyDialog newId={issued.id} code={issued.code} secret={issued.key} onClose={onClose} />
  if (dialog === 'enrolment') return <EnrolmentDialog onClose={onClose} />
  if (dialog === 'bulk') return <TerminalsFromFile onCreated={refresh} onClose={onClose} />
  if (dialog === 'waiting') {
    return (
      <ConfirmDialog
        title={t('terminals.waiting.title')}
        body={t('terminals.waiting.body')}
        confirm={t('terminals.waiting.confirm')}
        failed={t('terminals.messages.deleteFailed')}
        onClose={onClose}
        onConfirm={async () => {
          await call(terminalsApi.removeWaiting, {})
          done(t('terminals.messages.waitingRemoved'))
        }}
      />
    )
  }
  if (dialog === 'create') {
    return (
      <ResourceForm
        kind={terminalKind}
        form={terminalForm}
        tagged={null}
        defaults={terminalForm.empty}
        onSaved={(saved) => {
          refresh()
          show(t('terminals.messages.created'))
          if ('key' in saved) setIssued(saved)
          else onClose()
        }}
        onClose={onClose}
      />
    )
  }
  return (
    <ResourceDialogs
      {...props}
      kind={terminalKind}
      form={terminalForm}
      fields={(terminal) => terminalFields(terminal, t)}
      viewActions={({ id, status }, edit) => (
        <>
          {status === 'unauthorized' && (
            <Button onClick={() => onOpen('authorize', id)}>{t('terminals.actions.authorize')}</Button>
          )}
          {edit}
        </>
      )}
      deleteNote={({ tank }) => <LastTerminalNote tank={tank} />}
      others={{
        authorize: (tagged) => (
          <AuthorizeQuestion
            terminal={tagged.record}
            onConfirm={async () => {
              await change(tagged, { status: 'active' })
              done(t('terminals.messages.authorized'))
            }}
            onClose={onClose}
          />
        ),
        key: ({ record: { id, code } }) => (
          <RotateKey id={id} code={code} onIssued={(key) => setIssued({ code, key })} onClose={onClose} />
        ),
        ban: (tagged) => (
          <ConfirmDialog
            title={t('terminals.actions.banTitle', { code: tagged.record.code })}
            body={
              <>
                {t('terminals.actions.banBody')} <LastTerminalNote tank={tagged.record.tank} />
              </>
            }
            confirm={t('terminals.actions.banConfirm')}
            failed={t('terminals.messages.saveFailed')}
            onClose={onClose}
            onConfirm={async () => {
              await change(tagged, { status: 'banned' })
              done(t('terminals.messages.banned'))
            }}
          />
        ),
        unban: (tagged) => (
          <ConfirmDialog
            harmless
            title={t('terminals.actions.unbanTitle', { code: tagged.record.code })}
            body={t('terminals.actions.unbanBody')}
            confirm={t('terminals.actions.unban')}
            failed={t('terminals.messages.saveFailed')}
            onClose={onClose}
            onConfirm={async () => {
              await change(tagged, { status: 'active' })
              done(t('terminals.messages.unbanned'))
            }}
          />
        ),
      }}
    />
  )
}

const change = ({ record, etag }: Tagged<Terminal>, body: TerminalChange) =>
  callIfMatch(terminalsApi.update, etag, { params: { id: record.id }, body })

/** Warns when the terminal's tank would have no terminal left. */
function LastTerminalNote({ tank }: Pick<Terminal, 'tank'>) {
  return <b>{useLastTerminalNote(tank)}</b>
}
