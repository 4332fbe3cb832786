type EventHandler<T> = (data: T) => void

/** Announces events that subscribers may miss. An error of a subscriber is reported and never reaches the sender. */
export interface EventBus<Events extends object> {
  emit<K extends keyof Events>(name: K, data: Events[K]): void
  on<K extends keyof Events>(name: K, handler: EventHandler<Events[K]>): void
}

export function createEventBus<Events extends object>(
  report: (error: unknown, event: string) => void,
): EventBus<Events> {
  const handlers = new Map<keyof Events, EventHandler<never>[]>()
  return {
    emit(name, data) {
      for (const handler of handlers.get(name) ?? []) {
        try {
          handler(data as never)
        } catch (error) {
          report(error, String(name))
        }
      }
    },
    on(name, handler) {
      handlers.set(name, [...(handlers.get(name) ?? []), handler as EventHandler<never>])
    },
  }
}
