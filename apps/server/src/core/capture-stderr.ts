/** Also passes all that this process writes to stderr to `receive`. */
export function captureStderr(receive: (text: string) => void): void {
  process.stderr.write = new Proxy(process.stderr.write, {
    apply(write, self, args: Parameters<typeof process.stderr.write>) {
      receive(typeof args[0] === 'string' ? args[0] : Buffer.from(args[0]).toString())
      return Reflect.apply(write, self, args)
    },
  })
}
