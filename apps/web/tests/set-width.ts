/** The width that media queries see; after each test it is 1,024 px again (setup.ts). */
export function setWidth(px: number): void {
  const { happyDOM } = window as unknown as { happyDOM: { setViewport: (size: { width: number }) => void } }
  happyDOM.setViewport({ width: px })
}
