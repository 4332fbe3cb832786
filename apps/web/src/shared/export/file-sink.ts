/** A file that the user chose in the browser's own dialog. */
export interface PickedFile {
  createWritable: () => Promise<WritableStream<Uint8Array>>
  getFile: () => Promise<File>
  remove?: () => Promise<void>
}

declare global {
  interface Window {
    /** Only in Chromium; TypeScript's DOM library has no type for it yet. */
    showSaveFilePicker?: (options: { suggestedName: string }) => Promise<PickedFile>
  }
}

/** Asks where to save a file; the downloads folder where the browser does not support that. Null: the user cancelled. */
export async function chooseSink(suggestedName: string): Promise<PickedFile | 'downloads' | null> {
  if (!window.showSaveFilePicker) return 'downloads'
  try {
    return await window.showSaveFilePicker({ suggestedName })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null
    // The browser forbids the picker here: in a frame, or too long after the click.
    return 'downloads'
  }
}

/** Removes an unfinished file. An older one of that name is unchanged until the new one is complete; the picker's new one is empty. */
export async function discard(file: PickedFile): Promise<void> {
  if ((await file.getFile()).size === 0) await file.remove?.()
}
