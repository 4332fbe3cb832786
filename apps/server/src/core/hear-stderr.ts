/** Lets somebody hear all that this process writes to stderr; it is written there all the same. */
export function hearStderr(hear: (text: string) => void): void {
  process.stderr.write = new Proxy(process.stderr.write, {
    apply(write, self, args: Parameters<typeof process.stderr.write>) {
      hear(typeof args[0] === 'string' ? args[0] : Buffer.from(args[0]).toString())
      return Reflect.apply(write, self, args)
    },
  })
}
