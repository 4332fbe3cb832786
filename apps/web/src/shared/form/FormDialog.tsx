import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import type { ReactNode } from 'react'
import { type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { DIALOG_COLUMN, type DialogWidth, TitledDialog } from '../ui/TitledDialog.tsx'
import { OfflineNote, WriteButton } from '../ui/WriteButton.tsx'
import { ProblemSummary } from './ProblemSummary.tsx'
import { useRecordForm, type RecordFormOptions } from './use-record-form.ts'
import { useUnsaved } from './use-unsaved.tsx'

interface Props<V extends FieldValues, R> extends RecordFormOptions<V, R> {
  title: ReactNode
  /** Text of the button that saves. */
  submit: string
  onClose: () => void
  width?: DialogWidth
  /** Saving needs no network. */
  isLocal?: boolean
  children: ReactNode
}

/**
 * A record's form in a dialog, full screen on a phone. Checks all fields when it is submitted, and from then on each when the user leaves it;
 * problems (its own and the server's) are shown at their fields and in a summary that takes the focus. A refusal or a conflict does not
 * clear the input, and closing asks first.
 * Fields inside are those of `shared/form` (`FormText`, `FormSelect`, …), named as the keys of `defaults`.
 */
export function FormDialog<V extends FieldValues, R>({
  title,
  submit,
  onClose,
  width = 'sm',
  isLocal = false,
  children,
  ...options
}: Props<V, R>) {
  const { t } = useTranslation()
  const Submit = isLocal ? Button : WriteButton
  const { form, failure, submitted, send, overwrite, refresh } = useRecordForm<V, R>({
    ...options,
    onSaved: (answer) => {
      unsaved.release()
      options.onSaved(answer)
    },
  })
  const { isDirty, isSubmitting } = form.formState
  const unsaved = useUnsaved(isDirty, onClose)

  return (
    <TitledDialog title={title} width={width} onClose={isSubmitting ? undefined : unsaved.close}>
      <FormProvider {...(form as UseFormReturn<FieldValues>)}>
        <Box
          component="form"
          noValidate
          onSubmit={(event) => {
            event.stopPropagation()
            void send(event)
          }}
          sx={{ display: 'contents' }}
        >
          <DialogContent sx={{ ...DIALOG_COLUMN, pt: 1 }}>
            <ProblemSummary
              key={submitted}
              fields={Object.keys(options.defaults)}
              title={options.failed}
              message={failure?.kind === 'refused' ? failure.message : null}
            />
            {failure?.kind === 'stale' && (
              <Alert
                severity="warning"
                action={
                  <>
                    {refresh && (
                      <Button color="inherit" size="small" onClick={() => void refresh()}>
                        {t('common.actions.refresh')}
                      </Button>
                    )}
                    <WriteButton color="inherit" size="small" onClick={() => void overwrite()}>
                      {t('common.actions.overwrite')}
                    </WriteButton>
                  </>
                }
              >
                {t('common.states.conflict')}
              </Alert>
            )}
            {children}
          </DialogContent>
          <DialogActions sx={{ px: 3, pb: 2, flexWrap: 'wrap' }}>
            {!isLocal && <OfflineNote />}
            <Button onClick={unsaved.close} disabled={isSubmitting}>
              {t('common.actions.cancel')}
            </Button>
            <Submit type="submit" variant="contained" aria-disabled={isSubmitting}>
              {isSubmitting ? t('common.states.saving') : submit}
            </Submit>
          </DialogActions>
        </Box>
      </FormProvider>
      {unsaved.question}
    </TitledDialog>
  )
}

/** Two columns from 600 px up, one below; a child may span both (`gridColumn: '1 / -1'`). */
export function FormColumns({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' } }}
    >
      {children}
    </Box>
  )
}
