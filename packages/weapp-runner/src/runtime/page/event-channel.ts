type Listener = (...args: readonly unknown[]) => void

interface Registration {
  readonly listener: Listener
  readonly isOnce: boolean
}

/** Channel between a page and its opener; events are buffered until there is a listener. */
export class EventChannel {
  private readonly registrations = new Map<string, Registration[]>()
  private readonly unheard = new Map<string, (readonly unknown[])[]>()

  on(event: string, listener: Listener): void {
    this.register(event, { listener, isOnce: false })
  }

  once(event: string, listener: Listener): void {
    this.register(event, { listener, isOnce: true })
  }

  off(event: string, listener?: Listener): void {
    const kept = listener && this.registrations.get(event)?.filter((registration) => registration.listener !== listener)
    this.registrations.set(event, kept ?? [])
  }

  emit(event: string, ...args: readonly unknown[]): void {
    const registrations = this.registrations.get(event) ?? []
    if (registrations.length === 0) {
      this.unheard.set(event, [...(this.unheard.get(event) ?? []), args])
      return
    }
    this.registrations.set(
      event,
      registrations.filter((registration) => !registration.isOnce),
    )
    for (const { listener } of registrations) listener(...args)
  }

  private register(event: string, registration: Registration): void {
    this.registrations.set(event, [...(this.registrations.get(event) ?? []), registration])
    const missed = this.unheard.get(event) ?? []
    this.unheard.delete(event)
    for (const args of missed) this.emit(event, ...args)
  }
}
