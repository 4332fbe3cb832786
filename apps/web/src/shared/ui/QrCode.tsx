import Box from '@mui/material/Box'
import { QRCodeSVG } from 'qrcode.react'

interface Props {
  value: string
  /** Says to screen readers what the code holds. */
  title: string
  /** CSS px, without the white margin. */
  size?: number
}

const USUAL_PX = 160

/** A QR code: black on white in every theme, so that cameras can read it. */
export function QrCode({ value, title, size = USUAL_PX }: Props) {
  return (
    <Box sx={{ justifySelf: 'center', p: 1.5, bgcolor: '#fff', borderRadius: 1, lineHeight: 0 }}>
      <QRCodeSVG value={value} size={size} title={title} role="img" />
    </Box>
  )
}
