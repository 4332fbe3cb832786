import { saveFile } from '../ui/save-file.ts'

/** Where the bytes of a file go. */
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
    /** Chromium's; its types are not the browser library's yet. */
    showSaveFilePicker?: (options: { suggestedName: string }) => Promise<PickedFile>
  }
}

/** Asks where to save the file if the browser supports it; else the file is gathered and goes to the downloads. null: the user cancelled. */
export async function chooseSink(suggestedName: string): Promise<FileSink | null> {
  if (!window.showSaveFilePicker) return gatheringSink()
  try {
    return pickedSink(await window.showSaveFilePicker({ suggestedName }))
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null
    // Forbidden here: in a frame, or the click is too long ago.
    return gatheringSink()
  }
}

function pickedSink(handle: PickedFile): FileSink {
  return {
    open: () => handle.createWritable(),
    discard: async () => {
      // An older file of that name is untouched until the new one is complete; only the empty file that the picker created is removed.
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
