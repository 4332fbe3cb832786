const EVERY_MS = 2_000
const TONES = [
  { hertz: 880, at: 0 },
  { hertz: 660, at: 0.25 },
] as const
const TONE_SECONDS = 0.22
const VOLUME = 0.35
/** A tone that begins or ends at once would click. */
const EDGE_SECONDS = 0.02

let context: AudioContext | null = null
const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

function sound(): void {
  if (context?.state !== 'running') return
  for (const { hertz, at } of TONES) {
    const start = context.currentTime + at
    const oscillator = new OscillatorNode(context, { type: 'square', frequency: hertz })
    const gain = new GainNode(context, { gain: 0 })
    gain.gain.setValueAtTime(0, start)
    gain.gain.linearRampToValueAtTime(VOLUME, start + EDGE_SECONDS)
    gain.gain.setValueAtTime(VOLUME, start + TONE_SECONDS - EDGE_SECONDS)
    gain.gain.linearRampToValueAtTime(0, start + TONE_SECONDS)
    oscillator.connect(gain).connect(context.destination)
    oscillator.start(start)
    oscillator.stop(start + TONE_SECONDS)
  }
}

/** The page's horn. Browsers give it sound only after a press: `arm` belongs into one. */
export const hornSound = {
  isPossible: () => typeof AudioContext !== 'undefined',
  isArmed: () => context?.state === 'running',
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  async arm(): Promise<void> {
    context ??= new AudioContext()
    context.onstatechange = tell
    await context.resume()
    tell()
  },
  /** One call, so that whoever arms the horn hears what it sounds like. */
  sound,
  /** Sounds again and again until the answer is called. */
  start(): () => void {
    sound()
    const timer = setInterval(sound, EVERY_MS)
    return () => clearInterval(timer)
  },
}
