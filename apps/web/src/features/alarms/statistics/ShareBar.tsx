import Box from '@mui/material/Box'

/** A bar below a line of a list; its number stands in the line. @param share its length, 0 to 1 */
export function ShareBar({ share }: { share: number }) {
  return (
    <Box
      aria-hidden
      sx={({ tokens: { palette } }) => ({
        height: 6,
        mt: 0.25,
        borderRadius: 1,
        width: `${share * 100}%`,
        minWidth: share > 0 ? 4 : 0,
        bgcolor: palette.primary.text,
      })}
    />
  )
}
