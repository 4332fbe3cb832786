import { THEME_CHOICES, type ThemeChoice } from '@dalyan/contracts/themes'
import Box from '@mui/material/Box'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../shared/session/user.ts'
import { themeOf, useChosenTheme } from '../../shared/theme/theme-choice.ts'
import { tokensOf } from '../../shared/theme/tokens.ts'
import { useSnackbar } from '../../shared/ui/SnackbarProvider.tsx'
import { saveTheme } from '../auth/public/auth.queries.ts'

/** Chooses a theme; each is shown in its own colours. */
export function ThemeCards() {
  const { t } = useTranslation()
  const show = useSnackbar()
  const user = useUser()
  const chosen = useChosenTheme()

  function choose(name: ThemeChoice) {
    saveTheme(name, user.id)
    show(t('theme.changed', { title: t(`theme.${name}.title`) }))
  }
  return (
    <RadioGroup
      aria-label={t('theme.title')}
      value={chosen}
      sx={{ display: 'grid', gap: 1, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}
    >
      {THEME_CHOICES.map((name) => (
        <ThemeCard key={name} name={name} isChosen={name === chosen} onChoose={() => choose(name)} />
      ))}
    </RadioGroup>
  )
}

function ThemeCard({ name, isChosen, onChoose }: { name: ThemeChoice; isChosen: boolean; onChoose: () => void }) {
  const { t } = useTranslation()
  const { palette, appBar } = tokensOf(themeOf(name))
  return (
    <Box
      component="label"
      sx={{
        display: 'block',
        overflow: 'hidden',
        borderRadius: 1,
        border: `2px solid ${isChosen ? palette.primary.text : palette.outline}`,
        bgcolor: palette.surface,
        color: palette.textPrimary,
        cursor: 'pointer',
        '&:focus-within': { outline: `3px solid ${palette.focusRing}`, outlineOffset: 2 },
      }}
    >
      <Box sx={{ height: 20, bgcolor: appBar.bg, borderBottom: `1px solid ${palette.divider}` }} />
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 1, minHeight: 44 }}>
        <Radio
          value={name}
          checked={isChosen}
          onChange={onChoose}
          slotProps={{ input: { 'aria-label': t(`theme.${name}.title`) } }}
          sx={{ p: 0.5, color: palette.textSecondary, '&.Mui-checked': { color: palette.primary.text } }}
        />
        <Box component="span" sx={{ fontWeight: isChosen ? 700 : 400 }}>
          {t(`theme.${name}.title`)}
        </Box>
        <Box component="span" sx={{ flex: 1 }} />
        <Box
          component="span"
          aria-hidden
          sx={{ width: 24, height: 24, borderRadius: 1, bgcolor: palette.primary.main }}
        />
      </Box>
    </Box>
  )
}
