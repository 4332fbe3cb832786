// Installs and builds without starting, so that an upgrade can run it beside the old version.
import { build, install, runtime } from './setup.mjs'

install()
await build(runtime())
