import { subscribers } from '../../../../shared/browser/subscribers.ts'

const EVERY_MS = 2_000
const TONES = [
  { hertz: 880, at: 0 },
  { hertz: 660, at: 0.25 },
] as const
const TONE_SECONDS = 0.22
const VOLUME = 0.35
/** A tone without fading in and out would click. */
const EDGE_SECONDS = 0.02

let context: AudioContext | null = null
const { subscribe, notify } = subscribers()

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

/** The page's horn. Browsers allow sound only after a user gesture: `arm` must run in one. */
export const hornSound = {
  isPossible: () => typeof AudioContext !== 'undefined',
  isArmed: () => context?.state === 'running',
  subscribe,
  async arm(): Promise<void> {
    context ??= new AudioContext()
    context.onstatechange = notify
    await context.resume()
    notify()
  },
  /** Sounds once, so that the user who turns the horn on knows its sound. */
  sound,
  /** Sounds repeatedly. @returns stops it */
  start(): () => void {
    sound()
    const timer = setInterval(sound, EVERY_MS)
    return () => clearInterval(timer)
  },
}
