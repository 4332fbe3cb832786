// Installs and builds, and starts nothing: what an upgrade does while the old version still runs.
import { build, install, runtime } from './setup.mjs'

install()
await build(runtime())
