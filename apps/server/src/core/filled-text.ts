/** Replaces the `{parts}` of a sentence. */
export function filled(text: string, parts: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(parts[name] ?? ''))
}
