import { useRef, useState } from 'react'
import type { ComingFile } from '../api/call.ts'
import { saveFile } from '../ui/save-file.ts'
import { chooseSink, discard } from './file-sink.ts'

/** A file that can be downloaded. */
export interface ExportFile {
  /** The button's label. */
  label: string
  /** The suggested file name, with its extension. */
  name: string
  open: (signal: AbortSignal) => Promise<ComingFile>
}

type ExportState =
  | { step: 'idle'; error: Error | null }
  /** Bytes received so far. */
  | { step: 'running'; bytes: number }

const PROGRESS_EVERY_MS = 200

/** One download at a time: starts it, reports its progress, cancels it. `onDone` gets the file's size in bytes. */
export function useExport(onDone: (bytes: number) => void) {
  const [state, setState] = useState<ExportState>({ step: 'idle', error: null })
  const stop = useRef<AbortController | null>(null)

  async function start({ name, open }: ExportFile): Promise<void> {
    const sink = await chooseSink(name)
    if (!sink) return
    const controller = new AbortController()
    const { signal } = controller
    stop.current = controller
    setState({ step: 'running', bytes: 0 })
    try {
      const file = await open(signal)
      const counted = countingStream((bytes) => setState({ step: 'running', bytes }))
      const content = file.content.pipeThrough(counted.stream, { signal })
      if (sink === 'downloads') saveFile(file.name, await blobOf(content, file.type))
      else await content.pipeTo(await sink.createWritable(), { signal })
      setState({ step: 'idle', error: null })
      onDone(counted.size())
    } catch (error) {
      if (sink !== 'downloads') await discard(sink).catch(() => undefined)
      setState({ step: 'idle', error: signal.aborted || !(error instanceof Error) ? null : error })
    }
  }
  return { state, start, cancel: () => stop.current?.abort() }
}

function blobOf(content: ReadableStream<Uint8Array>, type: string): Promise<Blob> {
  return new Response(content, { headers: { 'content-type': type } }).blob()
}

/** Passes bytes on and counts them; reports the sum every 200 ms. */
function countingStream(report: (bytes: number) => void) {
  let bytes = 0
  let reportedAt = 0
  const stream = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      const now = Date.now()
      if (now - reportedAt >= PROGRESS_EVERY_MS) {
        reportedAt = now
        report(bytes)
      }
      controller.enqueue(chunk)
    },
  })
  return { stream, size: () => bytes }
}
