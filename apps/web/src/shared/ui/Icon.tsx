import SvgIcon, { type SvgIconProps } from '@mui/material/SvgIcon'

/** An icon of @mdi/js by its path; decorative unless it has a label. */
export function Icon({ path, ...rest }: Omit<SvgIconProps, 'children' | 'path'> & { path: string }) {
  return (
    <SvgIcon {...rest}>
      <path d={path} />
    </SvgIcon>
  )
}
