import { useTranslation } from 'react-i18next'
import { isThemeName } from '../../shared/theme/tokens.ts'

/** The theme that a user chose, by its title. */
export function PreferredTheme({ name }: { name: string | null }) {
  const { t } = useTranslation()
  return isThemeName(name) ? t(`theme.${name}.title`) : t('common.fields.none')
}
