import { useTheme } from '@mui/material/styles'
import { alarmLook } from '../../../shared/alarms/alarm-look.ts'
import type { TankReading } from './tank-reading.ts'

/** A tile's border: an alarm's, twice as thick, where its value is out of range or its alarm is open. */
export function useTileFrame({ outside, alarm }: TankReading): { borderColor: string; boxShadow: string } {
  const { tokens } = useTheme()
  const look = outside ? (`${outside.severity}_unack` as const) : alarm && alarmLook(alarm)
  const borderColor = look ? tokens.alarm[look].border : tokens.palette.divider
  return { borderColor, boxShadow: look ? `0 0 0 1px ${borderColor}` : 'none' }
}
