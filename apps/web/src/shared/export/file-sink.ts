import { saveFile } from '../ui/save-file.ts'

/** The destination of a file's bytes. */
export interface FileSink {
  open: (file: { name: string; type: string }) => Promise<WritableStream<Uint8Array>>
  /** Removes an unfinished file. */
  discard: () => Promise<void>
}

interface PickedFile {
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

/** Asks where to save the file if the browser supports it; otherwise buffers the file for the downloads folder. Null: the user cancelled. */
export async function chooseSink(suggestedName: string): Promise<FileSink | null> {
  if (!window.showSaveFilePicker) return gatheringSink()
  try {
    return pickedSink(await window.showSaveFilePicker({ suggestedName }))
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null
    // The browser forbids the picker here: in a frame, or too long after the click.
    return gatheringSink()
  }
}

function pickedSink(handle: PickedFile): FileSink {
  return {
    open: () => handle.createWritable(),
    discard: async () => {
      // An older file of that name is unchanged until the new one is complete; only the empty file that the picker created is removed.
      if ((await handle.getFile()).size === 0) await handle.remove?.()
    },
  }
}

function gatheringSink(): FileSink {
  return {
    open: ({ name, type }) => {
      const parts: Uint8Array<ArrayBuffer>[] = []
      return Promise.resolve(
        new WritableStream<Uint8Array>({
          write: (part) => void parts.push(new Uint8Array(part)),
          close: () => saveFile(name, new Blob(parts, { type })),
        }),
      )
    },
    discard: () => Promise.resolve(),
  }
}
