import { mdiCheckCircle } from '@mdi/js'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../shared/ui/Icon.tsx'
import { WriteButton } from '../../shared/ui/WriteButton.tsx'
import { failureText, type FailureTexts, valueProblem } from './failure-text.ts'

interface Props {
  label: string
  hint: string
  /** As the server has it. */
  value: string
  /** A whole number, typed as text. */
  numeric?: boolean
  /** What is wrong with the typed text; undefined while nothing is. */
  check: (text: string) => string | undefined
  /** @throws ApiError */
  save: (text: string) => Promise<void>
  saved: string
  failed: FailureTexts
}

/** A setting that is typed and saved alone; its result stands beside it. */
export function TextSetting({ label, hint, value, numeric = false, check, save, saved, failed }: Props) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<string | null>(null)
  const [problem, setProblem] = useState<string>()
  const saving = useMutation({ mutationFn: save, onSuccess: () => setTyped(null) })
  const shownProblem = problem ?? valueProblem(saving.error)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (saving.isPending) return
    const text = (typed ?? value).trim()
    const found = check(text)
    setProblem(found)
    if (found === undefined) saving.mutate(text)
    else saving.reset()
  }
  return (
    <Box
      component="form"
      noValidate
      aria-label={label}
      onSubmit={submit}
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', columnGap: 1.5, rowGap: 0.5 }}
    >
      <TextField
        size="small"
        label={label}
        value={typed ?? value}
        onChange={(event) => {
          setTyped(event.target.value)
          setProblem(undefined)
          saving.reset()
        }}
        error={shownProblem !== undefined}
        helperText={shownProblem ?? hint}
        slotProps={{
          htmlInput: {
            autoComplete: 'off',
            maxLength: 120,
            readOnly: saving.isPending,
            ...(numeric ? { inputMode: 'numeric' } : {}),
          },
        }}
        sx={{ flex: '1 1 220px', maxWidth: 420 }}
      />
      <WriteButton type="submit" variant="outlined" aria-disabled={saving.isPending} sx={{ minHeight: 40 }}>
        {saving.isPending ? t('common.states.saving') : t('common.actions.save')}
      </WriteButton>
      <Box role="status" sx={{ flex: '1 1 200px', minHeight: 40, display: 'flex', alignItems: 'center', gap: 0.5 }}>
        {saving.isSuccess && (
          <>
            <Icon path={mdiCheckCircle} sx={{ color: 'success.main', fontSize: 20 }} />
            {saved}
          </>
        )}
        {saving.error && (
          <Box component="span" sx={({ tokens: { palette } }) => ({ color: palette.error.text })}>
            {failureText(saving.error, failed)}
            {shownProblem === undefined && `: ${saving.error.message}`}
          </Box>
        )}
      </Box>
    </Box>
  )
}
