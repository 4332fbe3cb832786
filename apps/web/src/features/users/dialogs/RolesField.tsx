import { ROLE_NAMES, type RoleName } from '@dalyan/contracts/permissions'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FieldLabel } from '../../../shared/form/use-form-field.tsx'
import { permissionWord, roleWord } from '../../records/public/role-words.ts'
import { userQueries } from '../../records/public/users.queries.ts'

/** The user's roles, and what each of them allows. */
export function RolesField() {
  const { t } = useTranslation()
  const id = useId()
  const roles = useQuery(userQueries.roles())
  const { field, fieldState } = useController<{ roles: RoleName[] }>({ name: 'roles' })
  const permissionsOf = (name: RoleName) =>
    roles.data?.find((role) => role.name === name)?.permissions.map((permission) => permission.name) ?? []
  /** A role that includes another one names it, so that the difference is read first. */
  const allows = (name: RoleName) => {
    const all = permissionsOf(name)
    const included = ROLE_NAMES.find((other) => {
      const less = permissionsOf(other)
      return less.length > 0 && less.length < all.length && less.every((permission) => all.includes(permission))
    })
    const known = included ? permissionsOf(included) : []
    const permissions = all
      .filter((permission) => !known.includes(permission))
      .map((permission) => permissionWord(t, permission))
      .join(', ')
    return included ? t('users.allowsMore', { role: roleWord(t, included), permissions }) : permissions
  }
  return (
    <Box role="group" aria-labelledby={id} aria-describedby={fieldState.invalid ? `${id}-problem` : undefined}>
      <Typography id={id} variant="subtitle2" component="h3">
        <FieldLabel label={t('users.fields.roles')} required />
      </Typography>
      {fieldState.error && (
        <FormHelperText id={`${id}-problem`} error>
          {fieldState.error.message}
        </FormHelperText>
      )}
      {ROLE_NAMES.map((name, index) => (
        <Box key={name}>
          <FormControlLabel
            label={roleWord(t, name)}
            control={
              <Checkbox
                checked={field.value.includes(name)}
                onBlur={field.onBlur}
                onChange={(_, on) =>
                  field.onChange(ROLE_NAMES.filter((each) => (each === name ? on : field.value.includes(each))))
                }
                slotProps={{
                  input: { 'aria-describedby': `${id}-${name}`, ...(index === 0 ? { ref: field.ref } : {}) },
                }}
              />
            }
          />
          <Typography id={`${id}-${name}`} variant="body2" sx={{ color: 'text.secondary', pl: 4 }}>
            {allows(name)}
          </Typography>
        </Box>
      ))}
    </Box>
  )
}
