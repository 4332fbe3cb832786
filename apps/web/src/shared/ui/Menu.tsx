import { onDemand } from './on-demand.tsx'

/** MUI's menu, whose code is loaded when the first one is opened: draw it from its first opening on. */
export const Menu = onDemand(async () => (await import('@mui/material/Menu')).default)
