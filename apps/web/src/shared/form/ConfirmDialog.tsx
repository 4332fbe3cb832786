import type { Dependent } from '@dalyan/contracts/errors'
import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { Fragment, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../api/api-error.ts'
import { RouterLink } from '../ui/links.tsx'
import { OfflineNote, WriteButton } from '../ui/WriteButton.tsx'

interface Props {
  /** The question, with the record's name. */
  title: string
  /** What is deleted and what stays. */
  body: ReactNode
  /** The same verb as in the question. */
  confirm: string
  cancel?: string
  /** A word to type first, for an action that cannot be undone. */
  word?: string
  /** The first words of a refusal: `Silme hatası`. */
  failed?: string
  /** The button has the colour of errors unless the action deletes or blocks nothing. */
  harmless?: boolean
  /** The action is local: it sends nothing, so it needs no network. */
  local?: boolean
  onClose: () => void
  /** The action, which also closes the dialog; a refusal is shown in the dialog. */
  onConfirm: () => Promise<void> | void
}

/** Compares in Turkish upper case without the dot of `İ`: `sil`, `SIL` and `SİL` are the same word. */
const asTyped = (text: string) => text.trim().toLocaleUpperCase('tr').replaceAll('İ', 'I')

/** A question before a record is deleted or changed. The first focus is on the button that cancels. */
export function ConfirmDialog({
  title,
  body,
  confirm,
  cancel,
  word,
  failed,
  harmless = false,
  local = false,
  onClose,
  onConfirm,
}: Props) {
  const { t } = useTranslation()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [refusal, setRefusal] = useState<Error | null>(null)
  const Confirm = local ? Button : WriteButton
  const isReady = word === undefined || asTyped(typed) === asTyped(word)

  async function act() {
    setIsBusy(true)
    setRefusal(null)
    try {
      await onConfirm()
    } catch (error) {
      setRefusal(error instanceof Error ? error : new Error(String(error)))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Dialog
      open
      role="alertdialog"
      fullWidth
      maxWidth="xs"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-body`}
      onClose={isBusy ? undefined : onClose}
    >
      <DialogTitle id={`${id}-title`} sx={{ overflowWrap: 'anywhere' }}>
        {title}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        {refusal && (
          <Alert severity="error">
            {failed && <AlertTitle>{failed}</AlertTitle>}
            <RefusalText error={refusal} />
          </Alert>
        )}
        <Box id={`${id}-body`}>{body}</Box>
        {word !== undefined && (
          <TextField
            size="small"
            label={t('common.confirm.typeWord', { word })}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            autoComplete="off"
          />
        )}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2, flexWrap: 'wrap' }}>
        {!local && <OfflineNote />}
        <Button autoFocus onClick={onClose} disabled={isBusy}>
          {cancel ?? t('common.actions.cancel')}
        </Button>
        <Confirm
          variant="contained"
          color={harmless ? 'primary' : 'error'}
          disabled={!isReady}
          aria-disabled={isBusy}
          onClick={() => {
            if (!isBusy) void act()
          }}
        >
          {confirm}
        </Confirm>
      </DialogActions>
    </Dialog>
  )
}

/** The server's message, in which the names of dependent records link to the page where they can be moved or deleted. */
function RefusalText({ error }: { error: Error }) {
  const dependents = error instanceof ApiError ? error.dependents : []
  const names = dependents.map(({ name }) => name).join(', ')
  const at = names === '' ? -1 : error.message.indexOf(names)
  if (at < 0) return error.message
  return (
    <>
      {error.message.slice(0, at)}
      {dependents.map((dependent, index) => (
        <Fragment key={`${dependent.kind} ${dependent.id}`}>
          {index > 0 && ', '}
          <DependentLink dependent={dependent} />
        </Fragment>
      ))}
      {error.message.slice(at + names.length)}
    </>
  )
}

function DependentLink({ dependent: { kind, id, name } }: { dependent: Dependent }) {
  const look = { color: 'inherit', fontWeight: 700 } as const
  if (kind === 'tank') {
    return (
      <RouterLink to="/tanks/$id" params={{ id: String(id) }} lang="en" sx={look}>
        {name}
      </RouterLink>
    )
  }
  if (kind === 'terminal') {
    return (
      <RouterLink to="/terminals/$id" params={{ id: String(id) }} lang="en" sx={look}>
        {name}
      </RouterLink>
    )
  }
  if (kind === 'firm') {
    return (
      <RouterLink to="/firms" search={{ search: name, dialog: 'view', id }} lang="en" sx={look}>
        {name}
      </RouterLink>
    )
  }
  return (
    <RouterLink to="/users" search={{ search: name, dialog: 'view', id }} sx={look}>
      {name}
    </RouterLink>
  )
}
